import { notifyOfJoinRequest } from '../domains/join-notices.service.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { hasSeat } from '../plan-limits/plan-limits.service.ts';
import { emailDomain } from '../kernel/text/email-domain.ts';
import * as sql from './join-by-domain.sql.ts';
import { upsertAccount, type AccountRow } from './provisioning.sql.ts';
import { kindOf, type ClaimedPerson } from './sessions.rules.ts';

/** What the address of someone who signs in has led to. */
export interface Joining {
  /** Also of a person to whom the provider gives no role, where they have joined or ask to; null where there is none. */
  readonly account: AccountRow | null;
  /** They wait until an administrator decides. */
  readonly isWaiting: boolean;
  /** The tenant's plan has no place for them. */
  readonly isFull: boolean;
  /** The tenant whose administrators are to be notified once this is stored. */
  readonly notify: string | null;
}

/**
 * Has a person join the tenant that has proven the domain of their verified address, or ask to, as the domain's rule says. The
 * address decides about that alone: it identifies nobody, and a membership stays when the domain or the address changes hands. Who was
 * a member before, and was disabled or removed, does not come back by it.
 */
export async function joinByAddress(
  tx: GlobalTx,
  person: ClaimedPerson,
  { account, requestId }: { account: AccountRow | null; requestId: string },
): Promise<Joining> {
  const none: Joining = { account, isWaiting: false, isFull: false, notify: null };
  if (account !== null) await sql.deleteOtherRequests(tx, account.id, person.email);
  const name = emailDomain(person.email);
  const domain = name === null ? null : await sql.findJoinable(tx, name);
  if (!domain || domain.joinRule === 'invitation') return none;
  if (account?.disabled || kindOf(account?.roles ?? person.roles) === 'global') return none;
  const { tenantId } = domain;
  const joining = account ?? (await upsertAccount(tx, person));
  if (joining.disabled || (await sql.isKnown(tx, tenantId, joining.id))) return { ...none, account };
  const record = (entry: { action: string; target: string }) =>
    writeRecord(tx, { tenantId, accountId: joining.id }, { ...entry, outcome: 'done', requestId });
  if (domain.joinRule === 'automatic') {
    if (!(await hasSeat(tx, tenantId))) return { ...none, account: joining, isFull: true };
    await sql.joinByDomain(tx, domain, joining.id);
    await record({ action: 'domain.join', target: domain.id });
    return { ...none, account: joining };
  }
  const request = await sql.requestToJoin(tx, domain, { accountId: joining.id, email: person.email });
  if (request.isNew) await record({ action: 'join-request.create', target: request.id });
  const isFirst = request.isNew && !(await sql.hasRecentRequest(tx, tenantId, request.id));
  return { account: joining, isWaiting: !request.isDeclined, isFull: false, notify: isFirst ? tenantId : null };
}

/** Once the request is stored. */
export const notifyOf = ({ notify }: Joining, database: Database, { email }: ClaimedPerson): Promise<void> =>
  notify === null ? Promise.resolve() : notifyOfJoinRequest(database, notify, email);
