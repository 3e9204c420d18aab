import type { LocalizedText, ReportDocument, ReportSummary } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { indexEntries, removeEntry } from '../search/search-index.service.ts';
import { openWorkspaces, type OpenWorkspace, type OpenWorkspaces } from '../workspaces/workspaces.service.ts';
import { deleteFavorite, insertFavorite, listFavorites, lockFavorites } from './favorites.sql.ts';
import { searchEntriesOf, toSummary } from './report-summary.ts';
import { findIn, requireIn, rightsOn } from './reports.policy.ts';
import { countReports, insertReport, listReports, lockReport, updateReport } from './reports.sql.ts';
import type { ReportChange, ReportRow } from './reports.sql.ts';

const MAX_REPORTS = 5000;
const MAX_FAVORITES = 200;
const NONE: ReadonlySet<string> = new Set();

interface FoundReport {
  readonly row: ReportRow;
  readonly can: ReportSummary['can'];
  readonly workspaces: OpenWorkspaces;
}

/** Which reports there are, and where. A report that a person may not change so is NOT_FOUND for them. */
export class ReportManagementService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Those that a person may open, and archived ones that they may restore. */
  list(actor: TenantActor): Promise<ReportSummary[]> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const [rows, workspaces, favorites] = await Promise.all([
          listReports(tx),
          openWorkspaces(tx, actor),
          listFavorites(tx, actor.accountId),
        ]);
        return rows.flatMap((row) => {
          const workspace = findIn(row, workspaces);
          return workspace ? toSummary(row, rightsOn(actor, row, workspace), favorites) : [];
        });
      },
      'reads',
    );
  }

  /** CONFLICT where it was changed since. */
  rename(
    actor: TenantActor,
    id: string,
    { title, purpose, basedOn }: { title: LocalizedText; purpose: LocalizedText; basedOn: number },
  ): Promise<ReportSummary> {
    return this.#change(actor, id, ({ row, can }) => {
      if (!can.edit) throw notFound();
      if (row.revision !== basedOn)
        throw new UserError('CONFLICT', 'This report was changed since you opened it. Reload it, and change it again.');
      return { document: { ...row.document, title, purpose } };
    });
  }

  move(actor: TenantActor, id: string, workspace: string): Promise<ReportSummary> {
    return this.#change(actor, id, ({ can, workspaces }) => {
      if (!can.move) throw notFound();
      requireOpenTo(workspaces, workspace);
      return { workspaceId: workspace };
    });
  }

  /** The copy is the tenant's own, also that of a template's report. CONFLICT where there are too many. */
  copy(
    actor: TenantActor,
    id: string,
    { workspace, title }: { workspace: string; title: LocalizedText },
  ): Promise<ReportSummary> {
    return this.#database.withTenant(actor, async (tx) => {
      const { row, can, workspaces } = await find(tx, actor, id);
      if (!can.copy) throw notFound();
      const target = requireOpenTo(workspaces, workspace);
      if ((await countReports(tx)) >= MAX_REPORTS)
        throw new UserError('CONFLICT', `There can be ${MAX_REPORTS} reports at most, archived ones included.`);
      const document: ReportDocument = { ...row.document, title };
      const copied = await insertReport(tx, workspace, document);
      await settle(tx, copied);
      return toSummary(copied, rightsOn(actor, copied, target), NONE);
    });
  }

  /** CONFLICT where the person has too many. */
  markFavorite(actor: TenantActor, id: string, favorite: boolean): Promise<{ favorite: boolean }> {
    const { accountId } = actor;
    if (accountId === null) throw new UserError('UNAUTHENTICATED');
    return this.#database.withTenant(actor, async (tx) => {
      await find(tx, actor, id);
      if (favorite) {
        await lockFavorites(tx, accountId);
        if ((await listFavorites(tx, accountId)).size >= MAX_FAVORITES)
          throw new UserError(
            'CONFLICT',
            `You can have ${MAX_FAVORITES} favorites at most. Take some marks away first.`,
          );
        await insertFavorite(tx, accountId, id);
      } else await deleteFavorite(tx, accountId, id);
      await publish(tx, { kind: 'workspaces', to: { tenants: [tx.tenantId], account: accountId } });
      return { favorite };
    });
  }

  archive(actor: TenantActor, id: string): Promise<ReportSummary> {
    return this.#change(actor, id, ({ can }) => {
      if (!can.archive) throw notFound();
      return { isArchived: true };
    });
  }

  restore(actor: TenantActor, id: string): Promise<ReportSummary> {
    return this.#change(actor, id, ({ can }) => {
      if (!can.restore) throw notFound();
      return { isArchived: false };
    });
  }

  #change(actor: TenantActor, id: string, decide: (found: FoundReport) => ReportChange): Promise<ReportSummary> {
    return this.#database.withTenant(actor, async (tx) => {
      const found = await find(tx, actor, id);
      const row = await updateReport(tx, id, decide(found));
      await settle(tx, row);
      const favorites = await listFavorites(tx, actor.accountId);
      return toSummary(row, rightsOn(actor, row, found.workspaces.get(row.workspaceId)!), favorites);
    });
  }
}

async function find(tx: TenantTx, actor: TenantActor, id: string): Promise<FoundReport> {
  const [locked, workspaces] = await Promise.all([lockReport(tx, id), openWorkspaces(tx, actor)]);
  const { row, workspace } = requireIn(locked, workspaces);
  return { row, workspaces, can: rightsOn(actor, row, workspace) };
}

/** VALIDATION_FAILED for a workspace where the person may not put reports, as for one that does not exist. */
function requireOpenTo(workspaces: OpenWorkspaces, id: string): OpenWorkspace {
  const target = workspaces.get(id);
  if (!target?.can.edit)
    throw new UserError('VALIDATION_FAILED', undefined, [
      { field: 'workspace', message: 'Choose a workspace where you may put reports.' },
    ]);
  return target;
}

/** Search follows, and open pages fetch reports and the workspaces' numbers of them again. */
async function settle(tx: TenantTx, row: ReportRow): Promise<void> {
  const entries = searchEntriesOf(row);
  if (entries.length > 0) await indexEntries(tx, 'reports', entries);
  else await removeEntry(tx, 'reports', row.id);
  await publish(tx, { kind: 'workspaces', to: { tenants: [tx.tenantId] } });
}
