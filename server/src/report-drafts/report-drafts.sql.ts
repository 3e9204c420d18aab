import type { ReportDocument, ReportOperation } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export interface DraftRow {
  document: ReportDocument;
  revision: number;
  /** Version of the report's origin whose changes it has; null: as the published document. */
  base: number | null;
}

/** `undone`: the person can redo it. `dropped`: its effect stays as it is. */
export type ChangeState = 'done' | 'undone' | 'dropped';

export interface ChangeRow {
  id: string;
  /** The draft's, when it was last done or undone. */
  revision: number;
  operations: ReportOperation[];
  inverse: ReportOperation[];
  /** Of a change that merged a version of the origin: the draft's base without it and with it. */
  base: { before: number | null; after: number } | null;
}

export interface EditorRow {
  accountId: string | null;
  author: string | null;
  at: Date;
}

export function draftOf(tx: TenantTx, report: string): Promise<DraftRow | null> {
  return tx.first<DraftRow>`
    SELECT document, revision, base FROM report_draft WHERE tenant_id = ${tx.tenantId} AND report_id = ${report}`;
}

/** Its base stays. */
export async function putDraft(
  tx: TenantTx,
  report: string,
  { document, revision }: Omit<DraftRow, 'base'>,
): Promise<void> {
  await tx.run`
    INSERT INTO report_draft (tenant_id, report_id, document, revision)
    VALUES (${tx.tenantId}, ${report}, ${JSON.stringify(document)}::jsonb, ${revision})
    ON CONFLICT (tenant_id, report_id) DO UPDATE SET document = excluded.document, revision = excluded.revision`;
}

export async function setBase(tx: TenantTx, report: string, base: number | null): Promise<void> {
  await tx.run`
    UPDATE report_draft SET base = ${base} WHERE tenant_id = ${tx.tenantId} AND report_id = ${report}`;
}

/** With its changes. */
export async function deleteDraft(tx: TenantTx, report: string): Promise<void> {
  await tx.run`DELETE FROM report_draft WHERE tenant_id = ${tx.tenantId} AND report_id = ${report}`;
}

export async function hasChange(tx: TenantTx, report: string, id: string): Promise<boolean> {
  const row = await tx.first`
    SELECT 1 FROM report_change WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ${id}`;
  return row !== null;
}

/** Which of some changes the draft has, or had. */
export async function storedChanges(tx: TenantTx, report: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>`
    SELECT id FROM report_change
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ANY (${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

export async function insertChange(
  tx: TenantTx,
  report: string,
  { id, revision, operations, inverse, base, ...by }: ChangeRow & { accountId: string | null; author: string | null },
): Promise<void> {
  await tx.run`
    INSERT INTO report_change (tenant_id, report_id, id, account_id, author, state, revision, operations, inverse,
      base_before, base_after)
    VALUES (${tx.tenantId}, ${report}, ${id}, ${by.accountId}, ${by.author}, 'done', ${revision},
      ${JSON.stringify(operations)}::jsonb, ${JSON.stringify(inverse)}::jsonb,
      ${base?.before ?? null}, ${base?.after ?? null})`;
}

/** The last change of a person in a state. */
export function lastChange(
  tx: TenantTx,
  report: string,
  account: string,
  state: ChangeState,
): Promise<ChangeRow | null> {
  return tx.first<ChangeRow>`
    SELECT id, revision, operations, inverse,
      CASE WHEN base_after IS NULL THEN NULL ELSE jsonb_build_object('before', base_before, 'after', base_after) END AS base
      FROM report_change
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND account_id = ${account} AND state = ${state}
     ORDER BY revision DESC LIMIT 1`;
}

/** What others have done, undone or redone after a revision. */
export async function laterOperations(
  tx: TenantTx,
  report: string,
  account: string,
  revision: number,
): Promise<ReportOperation[]> {
  const rows = await tx.rows<Pick<ChangeRow, 'operations'>>`
    SELECT operations FROM report_change
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND account_id IS DISTINCT FROM ${account}
       AND revision > ${revision}`;
  return rows.flatMap(({ operations }) => operations);
}

/** Without a revision: its effect stays, and it is no longer undone or redone. */
export async function setChange(
  tx: TenantTx,
  report: string,
  id: string,
  { state, ...applied }: { state: ChangeState } & Partial<Omit<ChangeRow, 'id' | 'base'>>,
): Promise<void> {
  const { revision = null } = applied;
  const operations = applied.operations ? JSON.stringify(applied.operations) : null;
  const inverse = applied.inverse ? JSON.stringify(applied.inverse) : null;
  await tx.run`
    UPDATE report_change SET state = ${state}, revision = coalesce(${revision}::integer, revision),
      operations = coalesce(${operations}::jsonb, operations), inverse = coalesce(${inverse}::jsonb, inverse),
      changed_at = CASE WHEN ${revision}::integer IS NULL THEN changed_at ELSE now() END
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ${id}`;
}

/** A person who goes on after an undo can no longer redo. */
export async function dropUndone(tx: TenantTx, report: string, account: string | null): Promise<void> {
  await tx.run`
    UPDATE report_change SET state = 'dropped'
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND account_id = ${account} AND state = 'undone'`;
}

/** Who changed the draft last, each person once. */
export function listEditors(tx: TenantTx, report: string, most: number): Promise<EditorRow[]> {
  return tx.rows<EditorRow>`
    SELECT account_id AS "accountId", author, changed_at AS at FROM (
      SELECT DISTINCT ON (account_id) account_id, author, changed_at, revision FROM report_change
       WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} ORDER BY account_id, revision DESC) AS last
     ORDER BY revision DESC LIMIT ${most}`;
}

/** Whether a person has something to undo, and to redo. */
export async function stepsOf(
  tx: TenantTx,
  report: string,
  account: string,
): Promise<{ undo: boolean; redo: boolean }> {
  const row = await tx.first<{ undo: boolean; redo: boolean }>`
    SELECT coalesce(bool_or(state = 'done'), false) AS undo, coalesce(bool_or(state = 'undone'), false) AS redo
      FROM report_change WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND account_id = ${account}`;
  return row!;
}
