import type { ApprovalRule, MappingChanges, MappingProposal, Role } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

const ALL = '*';

export async function findApprovalRule(tx: TenantTx): Promise<ApprovalRule> {
  const rows = await tx.rows<{ type: string }>`
    SELECT type FROM mapping_approval WHERE tenant_id = ${tx.tenantId} ORDER BY type`;
  const types = rows.map(({ type }) => type);
  return { all: types.includes(ALL), types: types.filter((type) => type !== ALL) };
}

export async function saveApprovalRule(tx: TenantTx, { all, types }: ApprovalRule): Promise<void> {
  const names = [...new Set([...(all ? [ALL] : []), ...types])];
  await tx.run`DELETE FROM mapping_approval WHERE tenant_id = ${tx.tenantId}`;
  await tx.run`
    INSERT INTO mapping_approval (tenant_id, type)
    SELECT ${tx.tenantId}, type FROM unnest(${names}::text[]) AS types (type)`;
}

export async function needsApproval(tx: TenantTx, type: string): Promise<boolean> {
  const { all, types } = await findApprovalRule(tx);
  return all || types.includes(type);
}

/** People of a tenant with one of these roles. */
export async function listPeopleWithRole(tx: GlobalTx, tenantId: string, roles: readonly Role[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    SELECT a.id FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE u.tenant_id = ${tenantId} AND u.disabled_at IS NULL
      AND rise_roles(a.roles, u.sources, u.roles) && ${roles as Role[]}::text[]`;
  return rows.map(({ id }) => id);
}

export interface ProposalRow extends Pick<
  MappingProposal,
  'type' | 'number' | 'basedOn' | 'message' | 'author' | 'state' | 'decidedBy' | 'reason' | 'version'
> {
  readonly accountId: string;
  readonly changes: MappingChanges;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

/** Proposals of one type, the open ones of all where null; newest first. */
export function listProposals(tx: TenantTx, type: string | null): Promise<ProposalRow[]> {
  return tx.rows<ProposalRow>`
    SELECT type, number, based_on AS "basedOn", changes, message, account_id AS "accountId", author,
           created_at AS "createdAt", state, decided_by AS "decidedBy", decided_at AS "decidedAt", reason, version
    FROM mapping_proposal
    WHERE tenant_id = ${tx.tenantId} AND (type = ${type}::text OR (${type}::text IS NULL AND state = 'open'))
    ORDER BY created_at DESC, number DESC LIMIT 50`;
}

export function findProposal(tx: TenantTx, type: string, number: number): Promise<ProposalRow | null> {
  return tx.first<ProposalRow>`
    SELECT type, number, based_on AS "basedOn", changes, message, account_id AS "accountId", author,
           created_at AS "createdAt", state, decided_by AS "decidedBy", decided_at AS "decidedAt", reason, version
    FROM mapping_proposal WHERE tenant_id = ${tx.tenantId} AND type = ${type} AND number = ${number}`;
}

/** Returns its number. */
export async function insertProposal(
  tx: TenantTx,
  proposal: Pick<ProposalRow, 'type' | 'basedOn' | 'changes' | 'message' | 'accountId' | 'author'>,
): Promise<number> {
  const row = await tx.first<{ number: number }>`
    INSERT INTO mapping_proposal (tenant_id, type, number, based_on, changes, message, account_id, author)
    SELECT ${tx.tenantId}, ${proposal.type}, coalesce(max(number), 0) + 1, ${proposal.basedOn},
           ${JSON.stringify(proposal.changes)}::jsonb, ${proposal.message}, ${proposal.accountId}::uuid, ${proposal.author}
    FROM mapping_proposal WHERE tenant_id = ${tx.tenantId} AND type = ${proposal.type}
    RETURNING number`;
  return row!.number;
}

/** False where another person decided first. */
export async function decideProposal(
  tx: TenantTx,
  { type, number }: Pick<ProposalRow, 'type' | 'number'>,
  decision: { state: MappingProposal['state']; by: string | null; reason: string | null; version: number | null },
): Promise<boolean> {
  const changed = await tx.run`
    UPDATE mapping_proposal SET state = ${decision.state}, decided_by = ${decision.by}::text, decided_at = now(),
      reason = ${decision.reason}::text, version = ${decision.version}::int
    WHERE tenant_id = ${tx.tenantId} AND type = ${type} AND number = ${number} AND state = 'open'`;
  return changed > 0;
}
