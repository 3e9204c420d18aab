import type { LocalizedText, ReportDocument, ReportSummary } from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { authorOf } from '../models/author.service.ts';
import { openWorkspaces, type OpenWorkspaces } from '../workspaces/workspaces.service.ts';
import { deleteFavorite, insertFavorite, listFavorites, lockFavorites } from './favorites.sql.ts';
import {
  addReport,
  announce,
  findReport,
  publishVersion,
  summaryFor,
  type FoundReport,
} from './report-changes.service.ts';
import { toSummary } from './report-summary.ts';
import { findIn, rightsOn } from './reports.policy.ts';
import { listReports, renameDraft, updateReport, type ReportRow, type ReportUpdate } from './reports.sql.ts';
import { deleteVerification, putVerification } from './verification.sql.ts';

const MAX_FAVORITES = 200;

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

  /** A version of its own, which an open draft follows. CONFLICT where it was changed since. */
  async rename(
    actor: TenantActor,
    id: string,
    { title, purpose, basedOn }: { title: LocalizedText; purpose: LocalizedText; basedOn: number },
  ): Promise<ReportSummary> {
    const author = await authorOf(this.#database, actor);
    return this.#database.withTenant(actor, async (tx) => {
      const { row, can, workspaces } = await findReport(tx, actor, id, 'locks');
      if (!can.edit) throw notFound();
      if (row.revision !== basedOn)
        throw new UserError('CONFLICT', 'This report was changed since you opened it. Reload it, and change it again.');
      const document = { ...row.document, title, purpose };
      await renameDraft(tx, id, { title, purpose });
      await publish(tx, { kind: 'reports', to: { tenants: [tx.tenantId] }, data: { id } });
      const renamed =
        row.version > 0
          ? await publishVersion(tx, row, document, { author, note: '' })
          : await update(tx, id, { document });
      return summaryFor(tx, actor, renamed, workspaces);
    });
  }

  move(actor: TenantActor, id: string, workspace: string): Promise<ReportSummary> {
    return this.#change(actor, id, ({ can, workspaces }) => {
      if (!can.move) throw notFound();
      requireOpenTo(workspaces, workspace);
      return { workspaceId: workspace };
    });
  }

  /** The copy is the tenant's own, also that of a template's report; later versions of the report can be merged into it. CONFLICT where there are too many. */
  async copy(
    actor: TenantActor,
    id: string,
    { workspace, title }: { workspace: string; title: LocalizedText },
  ): Promise<ReportSummary> {
    const author = await authorOf(this.#database, actor);
    return this.#database.withTenant(actor, async (tx) => {
      const { row, can, workspaces } = await findReport(tx, actor, id, 'locks');
      if (!can.copy) throw notFound();
      requireOpenTo(workspaces, workspace);
      const document: ReportDocument = { ...row.document, title };
      // One that is not published yet has never been checked, and its copy is not published either.
      const version = row.version > 0 ? 1 : 0;
      const copied = await addReport(tx, { workspace, document, version, author, copyOf: row });
      return summaryFor(tx, actor, copied, workspaces);
    });
  }

  /** CONFLICT where the person has too many. */
  markFavorite(actor: TenantActor, id: string, favorite: boolean): Promise<{ favorite: boolean }> {
    const accountId = accountOf(actor);
    return this.#database.withTenant(actor, async (tx) => {
      await findReport(tx, actor, id, 'locks');
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

  /** CONFLICT where another version was published since. */
  async verify(
    actor: TenantActor,
    id: string,
    { version, note }: { version: number; note: string },
  ): Promise<ReportSummary> {
    const author = await authorOf(this.#database, actor);
    return this.#mark(actor, id, async (tx, { row }) => {
      if (row.version !== version)
        throw new UserError('CONFLICT', 'A new version was published since you opened this report. Look at it first.');
      await putVerification(tx, id, { version, author, note });
    });
  }

  unverify(actor: TenantActor, id: string): Promise<ReportSummary> {
    return this.#mark(actor, id, (tx) => deleteVerification(tx, id));
  }

  /** Changes what is noted about a report, and not the report. */
  #mark(
    actor: TenantActor,
    id: string,
    work: (tx: TenantTx, found: FoundReport) => Promise<void>,
  ): Promise<ReportSummary> {
    return this.#database.withTenant(actor, async (tx) => {
      const found = await findReport(tx, actor, id, 'locks');
      if (!found.can.verify) throw notFound();
      await work(tx, found);
      const { row, workspaces } = await findReport(tx, actor, id, 'reads');
      await announce(tx, row);
      return summaryFor(tx, actor, row, workspaces);
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

  #change(actor: TenantActor, id: string, decide: (found: FoundReport) => ReportUpdate): Promise<ReportSummary> {
    return this.#database.withTenant(actor, async (tx) => {
      const found = await findReport(tx, actor, id, 'locks');
      const row = await update(tx, id, decide(found));
      return summaryFor(tx, actor, row, found.workspaces);
    });
  }
}

async function update(tx: TenantTx, id: string, change: ReportUpdate): Promise<ReportRow> {
  const row = await updateReport(tx, id, change);
  await announce(tx, row);
  return row;
}

/** VALIDATION_FAILED for a workspace where the person may not put reports, as for one that does not exist. */
function requireOpenTo(workspaces: OpenWorkspaces, id: string): void {
  if (!workspaces.get(id)?.can.edit)
    throw new UserError('VALIDATION_FAILED', undefined, [
      { field: 'workspace', message: 'Choose a workspace where you may put reports.' },
    ]);
}
