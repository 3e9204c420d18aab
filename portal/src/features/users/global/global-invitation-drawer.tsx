import type { ListedGlobalPerson } from '@rise/contract';
import { InvitationDetails } from '../invitation-drawer.tsx';
import { useResendGlobally, useRevokeGlobally } from './global-users.queries.ts';

interface GlobalInvitationDrawerProps {
  invitation: ListedGlobalPerson;
  onClose: () => void;
}

/** An open invitation to a global role. */
export default function GlobalInvitationDrawer({ invitation, onClose }: GlobalInvitationDrawerProps) {
  const resend = useResendGlobally(invitation.id);
  const revoke = useRevokeGlobally(invitation.id);
  return <InvitationDetails invitation={invitation} resend={resend} revoke={revoke} onClose={onClose} />;
}
