import { InboxPanel } from './inbox-panel.tsx';
import { useMessages } from './inbox.queries.ts';

export default function MessagesTool() {
  return <InboxPanel kind="messages" inbox={useMessages()} />;
}
