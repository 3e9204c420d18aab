import type { Role } from '@rise/contract';
import { hasSeat } from '../plan-limits/plan-limits.service.ts';
import type { GlobalTx } from '../kernel/database/database.ts';
import type { ClaimedPerson, Membership } from './sessions.rules.ts';

export interface AccountRow {
  id: string;
  disabled: boolean;
  /** Claimed ones, and global ones that were given here. */
  roles: Role[];
}

/** Updates an existing account from the provider's data; null where there is none. */
export function updateAccount(tx: GlobalTx, person: ClaimedPerson): Promise<AccountRow | null> {
  return tx.first<AccountRow>`
    UPDATE account SET email = ${person.email}, first_name = ${person.firstName}, last_name = ${person.lastName},
      avatar = ${person.avatar}, claimed_roles = ${person.roles as Role[]}, groups = ${person.groups as string[]},
      attributes = ${JSON.stringify(person.attributes)}::jsonb
    WHERE issuer = ${person.issuer} AND subject = ${person.subject}
      AND provider_tenant_id IS NOT DISTINCT FROM ${person.provider?.tenantId ?? null}::uuid
      AND subject_claim = ${person.provider?.subjectClaim ?? 'sub'}
    RETURNING id, disabled_at IS NOT NULL AS disabled, roles`;
}

/** The same, creating the account where it is missing. */
export async function upsertAccount(tx: GlobalTx, person: ClaimedPerson): Promise<AccountRow> {
  const row = await tx.first<AccountRow>`
    INSERT INTO account (issuer, subject, email, first_name, last_name, avatar, claimed_roles, groups, attributes,
                         provider_tenant_id, subject_claim)
    VALUES (${person.issuer}, ${person.subject}, ${person.email}, ${person.firstName}, ${person.lastName}, ${person.avatar},
            ${person.roles as Role[]}, ${person.groups as string[]}, ${JSON.stringify(person.attributes)}::jsonb,
            ${person.provider?.tenantId ?? null}, ${person.provider?.subjectClaim ?? 'sub'})
    ON CONFLICT (issuer, subject, provider_tenant_id, subject_claim) DO UPDATE SET email = excluded.email, first_name = excluded.first_name,
      last_name = excluded.last_name, avatar = excluded.avatar,
      claimed_roles = excluded.claimed_roles, groups = excluded.groups, attributes = excluded.attributes
    RETURNING id, disabled_at IS NOT NULL AS disabled, roles`;
  return row!;
}

/**
 * Aligns claimed memberships with the claim: what a tenant's administrators gave stays. A membership that was disabled or
 * removed here stays so. Returns whether a tenant's plan has no place for the person.
 */
export async function followClaim(tx: GlobalTx, accountId: string, slugs: readonly string[]): Promise<boolean> {
  await tx.run`
    UPDATE tenant_user u SET sources = array_remove(u.sources, 'claim') FROM tenant t
    WHERE u.account_id = ${accountId} AND 'claim' = ANY (u.sources)
      AND t.id = u.tenant_id AND t.slug <> ALL (${slugs as string[]})`;
  await tx.run`DELETE FROM tenant_user WHERE account_id = ${accountId} AND sources = '{}' AND disabled_at IS NULL`;
  const full = await listFull(tx, accountId, slugs);
  await tx.run`
    INSERT INTO tenant_user AS u (tenant_id, account_id, sources)
    SELECT id, ${accountId}::uuid, '{claim}' FROM tenant WHERE slug = ANY (${slugs as string[]}) AND id <> ALL (${full})
    ON CONFLICT (tenant_id, account_id) DO UPDATE SET sources = u.sources || excluded.sources
      WHERE NOT 'claim' = ANY (u.sources) AND u.removed_at IS NULL`;
  return full.length > 0;
}

/** Those of the claimed tenants that the person is not in, and whose plans include no more members. */
async function listFull(tx: GlobalTx, accountId: string, slugs: readonly string[]): Promise<string[]> {
  // In one order for everybody, since each waits for others who join.
  const limited = await tx.rows<{ id: string }>`
    SELECT t.id FROM tenant t WHERE t.slug = ANY (${slugs as string[]}) AND t.user_limit IS NOT NULL
       AND NOT EXISTS (SELECT FROM tenant_user u WHERE u.tenant_id = t.id AND u.account_id = ${accountId})
     ORDER BY t.id`;
  const full: string[] = [];
  for (const { id } of limited) if (!(await hasSeat(tx, id))) full.push(id);
  return full;
}

export async function ensureGlobalUser(tx: GlobalTx, accountId: string): Promise<void> {
  await tx.run`INSERT INTO global_user (account_id) VALUES (${accountId}) ON CONFLICT (account_id) DO NOTHING`;
}

/** An account of the installation's identity provider. */
export async function findAccount(tx: GlobalTx, issuer: string, subject: string): Promise<string | null> {
  const row = await tx.first<{ id: string }>`
    SELECT id FROM account WHERE issuer = ${issuer} AND subject = ${subject} AND provider_tenant_id IS NULL`;
  return row?.id ?? null;
}

export function memberships(tx: GlobalTx, accountId: string): Promise<Membership[]> {
  return tx.rows<Membership>`
    SELECT u.tenant_id AS "tenantId", t.suspended_at IS NOT NULL AS suspended, u.disabled_at IS NOT NULL AS disabled,
           cardinality(u.roles) > 0 AS "hasOwnRoles", rise_admits(t.sign_in, t.id, a.provider_tenant_id) AS "isAdmitted"
    FROM tenant_user u JOIN tenant t ON t.id = u.tenant_id JOIN account a ON a.id = u.account_id
    WHERE u.account_id = ${accountId} AND u.removed_at IS NULL ORDER BY t.name, t.id`;
}

/** The tenant of the person's latest session that had one. */
export async function lastTenant(tx: GlobalTx, accountId: string): Promise<string | null> {
  const row = await tx.first<{ tenantId: string }>`
    SELECT tenant_id AS "tenantId" FROM session WHERE account_id = ${accountId} AND tenant_id IS NOT NULL
    ORDER BY last_seen_at DESC LIMIT 1`;
  return row?.tenantId ?? null;
}

export async function stampSignIn(tx: GlobalTx, accountId: string): Promise<void> {
  await tx.run`UPDATE account SET last_sign_in_at = now() WHERE id = ${accountId}`;
}
