import { useQuery } from '@tanstack/react-query';
import InvitationDrawer from './invitation-drawer.tsx';
import PersonDrawer from './person-drawer.tsx';
import { invitationQuery } from './users.queries.ts';

/** Someone whom the loaded page of the list does not have: a member, or an open invitation. */
export default function UnlistedDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useQuery(invitationQuery(id));
  if (found.isPending) return null;
  if (found.data) return <InvitationDrawer invitation={found.data} onClose={onClose} />;
  return <PersonDrawer id={id} onClose={onClose} />;
}
