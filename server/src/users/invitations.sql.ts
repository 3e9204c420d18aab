import type { TenantRole } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';
import type { ListedRow } from './users.sql.ts';

export interface InvitationRow {
  id: string;
  email: string;
  language: 'en' | 'tr';
  expiresAt: Date;
}

/** One at a time invites someone to a tenant, so that nobody is invited twice. */
export async function lockInvitations(tx: GlobalTx, tenantId: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('invitations ' || ${tenantId}, 0))`;
}

/** How many are open, expired ones included, and whether one is for this address. */
export async function countOpen(
  tx: GlobalTx,
  tenantId: string,
  email: string,
): Promise<{ count: number; isInvited: boolean }> {
  const row = await tx.first<{ count: number; isInvited: boolean }>`
    SELECT count(*) AS count, coalesce(bool_or(lower(email) = lower(${email})), false) AS "isInvited" FROM invitation
     WHERE tenant_id = ${tenantId} AND accepted_at IS NULL AND revoked_at IS NULL`;
  return row!;
}

/** The invitation of an address to exactly these roles that is not accepted, expired or not. */
export async function findOpen(
  tx: GlobalTx,
  tenantId: string,
  { email, roles }: { email: string; roles: readonly TenantRole[] },
): Promise<string | null> {
  const row = await tx.first<{ id: string }>`
    SELECT id FROM invitation
     WHERE tenant_id = ${tenantId} AND lower(email) = lower(${email}) AND roles = ${roles as TenantRole[]}::text[]
       AND accepted_at IS NULL AND revoked_at IS NULL`;
  return row?.id ?? null;
}

/** An invitation that is not accepted, expired or not, as the list shows it. */
export function findListed(tx: GlobalTx, tenantId: string, id: string): Promise<ListedRow | null> {
  return tx.first<ListedRow>`
    SELECT 'invitation' AS kind, id, '' AS name, email,
           CASE WHEN expires_at <= now() THEN 'expired' ELSE 'invited' END AS state, roles, groups,
           NULL::timestamptz AS "lastSeenAt", sent_at AS since, expires_at AS "expiresAt", invited_by AS "invitedBy"
      FROM invitation WHERE tenant_id = ${tenantId} AND id = ${id} AND accepted_at IS NULL AND revoked_at IS NULL`;
}

export interface NewInvitationRow {
  readonly email: string;
  readonly language: string;
  readonly roles: readonly TenantRole[];
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly tokenHash: Buffer;
  readonly invitedBy: string | null;
  readonly days: number;
}

export async function insertInvitation(tx: GlobalTx, tenantId: string, row: NewInvitationRow): Promise<InvitationRow> {
  const inserted = await tx.first<InvitationRow>`
    INSERT INTO invitation (tenant_id, email, language, roles, groups, attributes, token_hash, invited_by, expires_at)
    VALUES (${tenantId}, ${row.email}, ${row.language}, ${row.roles as string[]}, ${row.groups as string[]},
            ${JSON.stringify(row.attributes)}::jsonb, ${row.tokenHash}, ${row.invitedBy}, now() + make_interval(days => ${row.days}))
    RETURNING id, email, language, expires_at AS "expiresAt"`;
  return inserted!;
}

/** An open invitation, locked; `isRecent`: its mail was written within the last minute. */
export function lockOpen(
  tx: GlobalTx,
  tenantId: string,
  id: string,
): Promise<(InvitationRow & { isRecent: boolean }) | null> {
  return tx.first<InvitationRow & { isRecent: boolean }>`
    SELECT id, email, language, expires_at AS "expiresAt", sent_at > now() - interval '1 minute' AS "isRecent"
      FROM invitation WHERE tenant_id = ${tenantId} AND id = ${id} AND accepted_at IS NULL AND revoked_at IS NULL FOR UPDATE`;
}

/** With a new secret: the link before it is dead. */
export async function renewInvitation(
  tx: GlobalTx,
  tenantId: string,
  id: string,
  { tokenHash, days }: { tokenHash: Buffer; days: number },
): Promise<InvitationRow> {
  const row = await tx.first<InvitationRow>`
    UPDATE invitation SET token_hash = ${tokenHash}, sent_at = now(), expires_at = now() + make_interval(days => ${days})
     WHERE tenant_id = ${tenantId} AND id = ${id} RETURNING id, email, language, expires_at AS "expiresAt"`;
  return row!;
}

export function revokeInvitation(tx: GlobalTx, tenantId: string, id: string): Promise<number> {
  return tx.run`
    UPDATE invitation SET revoked_at = now()
     WHERE tenant_id = ${tenantId} AND id = ${id} AND accepted_at IS NULL AND revoked_at IS NULL`;
}

/** The language that the person with this address has chosen here; null where there is none. */
export async function languageOfEmail(tx: GlobalTx, email: string): Promise<string | null> {
  const row = await tx.first<{ language: string | null }>`
    SELECT language FROM account WHERE lower(email) = lower(${email}) AND language IS NOT NULL ORDER BY id LIMIT 1`;
  return row?.language ?? null;
}

export async function languageOfTenant(tx: GlobalTx, tenantId: string): Promise<string | null> {
  const row = await tx.first<{ language: string | null }>`SELECT language FROM tenant WHERE id = ${tenantId}`;
  return row?.language ?? null;
}

export async function tenantNameOf(tx: GlobalTx, tenantId: string): Promise<string> {
  const row = await tx.first<{ name: string }>`SELECT name FROM tenant WHERE id = ${tenantId}`;
  return row!.name;
}
