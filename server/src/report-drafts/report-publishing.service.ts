import {
  reportDocument,
  reportTexts,
  tilesOf,
  type ErrorDetail,
  type LocalizedText,
  type ReportDocument,
  type ReportSummary,
  type ReportVersion,
} from '@rise/contract';
import { checkAlternatives, checkReport } from '@rise/engine';
import { z } from 'zod';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import {
  addReport,
  documentOfVersion,
  findReport,
  moveBase,
  publishVersion,
  summaryFor,
  versionsOf,
  type Authorship,
  type FoundReport,
} from '../reports/report-changes.service.ts';
import { readReports } from '../reports/report-documents.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { openWorkspaces } from '../workspaces/workspaces.service.ts';
import { fieldIn, tooOld } from './draft.rules.ts';
import { openDraft, publishReportChanged } from './report-drafts.service.ts';
import { deleteDraft, draftOf } from './report-drafts.sql.ts';

export interface NewReport {
  readonly workspace: string;
  readonly title: LocalizedText;
  readonly purpose?: LocalizedText | undefined;
  readonly dataset?: string | undefined;
}

/** New reports, and the versions of reports that readers see. */
export class ReportPublishingService {
  readonly #database: Database;
  readonly #warehouses: WarehouseService;

  constructor({ database, warehouses }: { database: Database; warehouses: WarehouseService }) {
    this.#database = database;
    this.#warehouses = warehouses;
  }

  /** NOT_FOUND for a workspace where the person may not put reports; CONFLICT where there is no data yet. */
  create(actor: TenantActor, { workspace, title, purpose = title, dataset }: NewReport): Promise<ReportSummary> {
    return this.#database.withTenant(actor, async (tx) => {
      const workspaces = await openWorkspaces(tx, actor);
      if (!workspaces.get(workspace)?.can.edit) throw notFound();
      const document = reportDocument.parse({
        title,
        purpose,
        dataset: datasetIn(await this.#warehouse(tx), dataset),
        pages: [{ id: 'page-1', title }],
      });
      const row = await addReport(tx, { workspace, document, version: 0, author: null });
      return summaryFor(tx, actor, row, workspaces);
    });
  }

  /**
   * CONFLICT where the draft was changed since, or is the same as the version before; VALIDATION_FAILED where it has no
   * tile, or names what the model lacks.
   */
  async publish(
    actor: TenantActor,
    id: string,
    { basedOn, note }: { basedOn: number; note: string },
  ): Promise<ReportSummary> {
    const author = await authorOf(this.#database, actor);
    return this.#database.withTenant(actor, async (tx) => {
      const { row, draft, workspaces } = await openDraft(tx, actor, id, 'locks');
      if ((draft?.revision ?? 0) !== basedOn) throw tooOld();
      if (row.version > 0 && !row.hasDraft)
        throw new UserError('CONFLICT', 'The draft is the same as the published version. There is nothing to publish.');
      const warehouse = await this.#warehouse(tx);
      const published = await publishDraft(tx, actor, {
        row,
        document: draft?.document ?? row.document,
        warehouse,
        author,
        note,
      });
      return summaryFor(tx, actor, published, workspaces);
    });
  }

  /** Of a report that the person may edit, or could if it did not come with a template. */
  versions(actor: TenantActor, id: string): Promise<ReportVersion[]> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        await requireHistory(tx, actor, id);
        const rows = await versionsOf(tx, id);
        return rows.map(({ publishedAt, ...version }) => ({ ...version, publishedAt: publishedAt.toISOString() }));
      },
      'reads',
    );
  }

  version(actor: TenantActor, id: string, number: number): Promise<{ number: number; document: ReportDocument }> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        await requireHistory(tx, actor, id);
        return { number, document: await documentOfVersion(tx, id, number) };
      },
      'reads',
    );
  }

  async #warehouse(tx: TenantTx): Promise<Warehouse> {
    const warehouse = await this.#warehouses.find(tx);
    if (!warehouse) throw new UserError('CONFLICT', 'There is no data yet. Import data first.');
    return warehouse;
  }
}

interface Publication extends Authorship {
  readonly row: FoundReport['row'];
  readonly document: ReportDocument;
  readonly warehouse: Warehouse;
  /** Keys of reports that come into being in the same transaction. */
  readonly coming?: ReadonlySet<string>;
}

/** Publishes a document as the next version of a locked report, which has no draft then. VALIDATION_FAILED as `publish`. */
export async function publishDraft(
  tx: TenantTx,
  actor: TenantActor,
  { row, document, warehouse, coming = new Set(), ...by }: Publication,
): Promise<FoundReport['row']> {
  requirePublishable(document, warehouse, await targetIssues(tx, actor, document, coming));
  const draft = await draftOf(tx, row.id);
  if (draft && draft.base !== null) await moveBase(tx, row.id, draft.base);
  await deleteDraft(tx, row.id);
  const published = await publishVersion(tx, row, document, by);
  await publishReportChanged(tx, row.id);
  return published;
}

async function requireHistory(tx: TenantTx, actor: TenantActor, id: string): Promise<void> {
  const { workspace } = await findReport(tx, actor, id, 'reads');
  if (!workspace.can.edit) throw notFound();
}

/** The dataset of that name; the first one without a name. */
function datasetIn({ model: { model } }: Warehouse, name: string | undefined): string {
  const known = [...model.datasets, ...model.combined].map((dataset) => dataset.name);
  const found = name === undefined ? known[0] : known.find((one) => one === name);
  if (found !== undefined) return found;
  if (name === undefined) throw new UserError('CONFLICT', 'The model has no dataset yet. Add one first.');
  throw new UserError('VALIDATION_FAILED', undefined, [
    { field: 'dataset', message: `There is no dataset '${name}'. Choose one of ${known.join(', ')}.` },
  ]);
}

/** Reports that tiles open, and that there are none of for the person who publishes. */
async function targetIssues(
  tx: TenantTx,
  actor: TenantActor,
  document: ReportDocument,
  coming: ReadonlySet<string>,
): Promise<ErrorDetail[]> {
  const named = tilesOf(document).flatMap((tile) =>
    ('targets' in tile ? (tile.targets ?? []) : []).map((key, index) => ({ tile: tile.id, key, index })),
  );
  if (named.length === 0) return [];
  const known = new Set((await readReports(tx, actor)).map(({ key }) => key));
  return named
    .filter(({ key }) => !known.has(key) && !coming.has(key))
    .map(({ tile, key, index }) => ({
      field: `tiles.${tile}.targets.${index}`,
      message: `There is no report '${key}' that you may open. Choose another one, or leave it out.`,
    }));
}

function requirePublishable(
  document: ReportDocument,
  { model: { model } }: Warehouse,
  found: readonly ErrorDetail[],
): void {
  if (tilesOf(document).length === 0)
    throw new UserError('VALIDATION_FAILED', 'The report has no tile yet. Add one before you publish it.', [
      { field: 'pages', message: 'Add a tile.' },
    ]);
  const issues: ErrorDetail[] = [...found];
  const texts = z.object(reportTexts).safeParse(document);
  for (const { path, message } of texts.error?.issues ?? []) issues.push({ field: path.join('.'), message });
  const add = (path: readonly PropertyKey[], message: string) =>
    void issues.push({ field: fieldIn(document, path), message });
  checkReport(document, model, add);
  checkAlternatives(document, add);
  if (issues.length > 0)
    throw new UserError(
      'VALIDATION_FAILED',
      'The report has errors, so it was not published. Nothing was changed.',
      issues,
    );
}
