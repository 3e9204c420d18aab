import { SYSTEM } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { hasSeat } from '../plan-limits/plan-limits.service.ts';
import {
  findInvitation,
  isAdmitted,
  joinByInvitation,
  lockInvitation,
  takeGlobalInvitation,
} from './invitations.sql.ts';
import { provisionAnyone, type Admission } from './provisioning.service.ts';
import { ensureGlobalUser, memberships, stampSignIn } from './provisioning.sql.ts';
import type { ClaimedPerson } from './sessions.rules.ts';

/**
 * Signs in a person who accepts an invitation, once: they become a member of its tenant and enter it, or have its global
 * roles. Only for the address
 * that was invited, and only where the provider has verified it: the link alone is worth nothing.
 */
export function acceptInvitation(
  database: Database,
  person: ClaimedPerson,
  { tokenHash, isEmailVerified, requestId }: { tokenHash: Buffer; isEmailVerified: boolean; requestId: string },
): Promise<Admission> {
  return database.withGlobal(SYSTEM, async (tx) => {
    await lockInvitation(tx, tokenHash);
    const invitation = await findInvitation(tx, tokenHash);
    if (invitation?.state !== 'open') return { reason: 'invitation-ended', accountId: null };
    // A tenant's own provider decides who is who in that tenant alone.
    if (person.provider !== undefined && person.provider.tenantId !== invitation.tenantId)
      return { reason: 'invitation-ended', accountId: null };
    if (person.email.toLowerCase() !== invitation.email.toLowerCase())
      return { reason: 'invitation-email', accountId: null };
    if (!isEmailVerified) return { reason: 'invitation-unverified', accountId: null };
    const { tenantId, id } = invitation;
    // The invitation gives a role.
    const account = await provisionAnyone(tx, person);
    const before = (await memberships(tx, account.id)).find((one) => one.tenantId === tenantId);
    if (account.disabled || before?.disabled) return { reason: 'account-disabled', accountId: account.id };
    if (tenantId !== null && !(await isAdmitted(tx, tenantId, account.id)))
      return { reason: person.provider ? 'provider-off' : 'own-provider', accountId: account.id };
    if (tenantId !== null && !before && !(await hasSeat(tx, tenantId)))
      return { reason: 'tenant-full', accountId: account.id };
    if (tenantId === null) {
      await takeGlobalInvitation(tx, id, account.id);
      await ensureGlobalUser(tx, account.id);
    } else await joinByInvitation(tx, { tenantId, id }, account.id);
    await stampSignIn(tx, account.id);
    const author = { tenantId, accountId: account.id };
    const action = tenantId === null ? 'global-invitation.accept' : 'invitation.accept';
    await writeRecord(tx, author, { action, outcome: 'done', target: id, requestId });
    return { accountId: account.id, tenantId };
  });
}
