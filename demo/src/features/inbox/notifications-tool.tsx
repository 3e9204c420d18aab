import { InboxPanel } from './inbox-panel.tsx';
import { useNotifications } from './inbox.queries.ts';

export default function NotificationsTool() {
  return <InboxPanel kind="notifications" inbox={useNotifications()} />;
}
