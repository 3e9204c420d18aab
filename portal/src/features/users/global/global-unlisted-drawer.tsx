import { useQuery } from '@tanstack/react-query';
import GlobalInvitationDrawer from './global-invitation-drawer.tsx';
import GlobalPersonDrawer from './global-person-drawer.tsx';
import { globalInvitationQuery } from './global-users.queries.ts';

/** Someone whom the loaded page of the list does not have: a person of any tenant, or an open invitation. */
export default function GlobalUnlistedDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useQuery(globalInvitationQuery(id));
  if (found.isPending) return null;
  if (found.data) return <GlobalInvitationDrawer invitation={found.data} onClose={onClose} />;
  return <GlobalPersonDrawer id={id} onClose={onClose} />;
}
