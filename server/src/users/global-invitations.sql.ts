import type { GlobalRole } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';
import type { InvitationRow } from './invitations.sql.ts';

/** One at a time invites someone, so that nobody is invited twice. */
export async function lockGlobalInvitations(tx: GlobalTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('global invitations', 0))`;
}

export async function hasGlobalRole(tx: GlobalTx, email: string): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM account WHERE lower(email) = lower(${email}) AND roles && ARRAY['global.support', 'global.admin'] LIMIT 1`;
  return row !== null;
}

export async function countOpenGlobal(tx: GlobalTx, email: string): Promise<{ count: number; isInvited: boolean }> {
  const row = await tx.first<{ count: number; isInvited: boolean }>`
    SELECT count(*) AS count, coalesce(bool_or(lower(email) = lower(${email})), false) AS "isInvited"
      FROM global_invitation WHERE accepted_at IS NULL AND revoked_at IS NULL`;
  return row!;
}

export interface NewGlobalInvitationRow {
  readonly email: string;
  readonly language: string;
  readonly roles: readonly GlobalRole[];
  readonly tokenHash: Buffer;
  readonly invitedBy: string | null;
  readonly days: number;
}

export async function insertGlobalInvitation(tx: GlobalTx, row: NewGlobalInvitationRow): Promise<InvitationRow> {
  const inserted = await tx.first<InvitationRow>`
    INSERT INTO global_invitation (email, language, roles, token_hash, invited_by, expires_at)
    VALUES (${row.email}, ${row.language}, ${row.roles as GlobalRole[]}, ${row.tokenHash}, ${row.invitedBy},
            now() + make_interval(days => ${row.days}))
    RETURNING id, email, language, expires_at AS "expiresAt"`;
  return inserted!;
}

/** An open invitation, locked; `isRecent`: its mail was written within the last minute. */
export function lockOpenGlobal(tx: GlobalTx, id: string): Promise<(InvitationRow & { isRecent: boolean }) | null> {
  return tx.first<InvitationRow & { isRecent: boolean }>`
    SELECT id, email, language, expires_at AS "expiresAt", sent_at > now() - interval '1 minute' AS "isRecent"
      FROM global_invitation WHERE id = ${id} AND accepted_at IS NULL AND revoked_at IS NULL FOR UPDATE`;
}

/** With a new secret: the link before it is dead. */
export async function renewGlobalInvitation(
  tx: GlobalTx,
  id: string,
  { tokenHash, days }: { tokenHash: Buffer; days: number },
): Promise<InvitationRow> {
  const row = await tx.first<InvitationRow>`
    UPDATE global_invitation SET token_hash = ${tokenHash}, sent_at = now(), expires_at = now() + make_interval(days => ${days})
     WHERE id = ${id} RETURNING id, email, language, expires_at AS "expiresAt"`;
  return row!;
}

export function revokeGlobalInvitation(tx: GlobalTx, id: string): Promise<number> {
  return tx.run`
    UPDATE global_invitation SET revoked_at = now() WHERE id = ${id} AND accepted_at IS NULL AND revoked_at IS NULL`;
}
