import type { Report, ReportSummary } from '@rise/contract';
import { editorsKey, workspaceKey, type SearchEntry } from '../search/search-index.service.ts';
import { toSearchEntry } from './reports.rules.ts';
import type { ReportRow } from './reports.sql.ts';
import type { VerificationRow } from './verification.sql.ts';

export function toSummary(row: ReportRow, can: ReportSummary['can'], favorites: ReadonlySet<string>): ReportSummary {
  const { title, purpose, dataset } = row.document;
  return {
    id: row.id,
    key: row.key,
    title,
    purpose,
    dataset,
    workspace: row.workspaceId,
    updatedAt: row.updatedAt.toISOString(),
    template: row.template !== null,
    revision: row.revision,
    version: row.version,
    hasDraft: can.edit && (row.version === 0 || row.hasDraft),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    favorite: favorites.has(row.id),
    verified: row.verification?.withdrawn === null ? verifiedOf(row.verification) : null,
    can,
  };
}

/** The latest verification of a report, also one that was withdrawn. */
export function toVerification({ verification }: Pick<ReportRow, 'verification'>): Report['verification'] {
  if (!verification) return null;
  const { version, note, withdrawn } = verification;
  return { ...verifiedOf(verification), version, note, withdrawn };
}

const verifiedOf = ({ by, at }: VerificationRow) => ({ by, at: new Date(at).toISOString() });

/** Found by those who may open its workspace, and before it is published who may edit there; not while it is archived. */
export function searchEntriesOf({ id, document, version, workspaceId, archivedAt }: ReportRow): SearchEntry[] {
  const permission = version === 0 ? editorsKey(workspaceId) : workspaceKey(workspaceId);
  return archivedAt === null ? [{ ...toSearchEntry(id, document), permission }] : [];
}
