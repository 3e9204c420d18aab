import { createHash } from 'node:crypto';
import {
  DEFAULT_CURRENCY,
  reportDocument,
  type DraftEvent,
  tilesOf,
  type QueryResult,
  type FigureCourse,
  type Report,
  type ReportDocument,
  type ReportEvent,
  type ReportState,
  type ReportSummary,
  type ResolvedChoices,
  type SemanticQuery,
  type TemplateWorkspace,
  type Tile,
} from '@rise/contract';
import type { Scope } from '@rise/engine';
import { parse } from 'yaml';
import type { Logger } from 'pino';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText } from '../kernel/api/api.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import type { UserError } from '../kernel/errors/user-error.ts';
import type { QueryService } from '../query/query.service.ts';
import { replaceEntries, type Indexed } from '../search/search-index.service.ts';
import { ownTenant, type Tenant } from '../tenants/tenants.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { liveWorkspaces, openWorkspaces, putTemplateWorkspace } from '../workspaces/workspaces.service.ts';
import { withParameters } from './bound-report.ts';
import { minimumFilters, resolveMinimums } from './minimums.rules.ts';
import { resolvePeers } from './peers.rules.ts';
import { withOpenedMembers } from './levels.rules.ts';
import { readReports, readTargets, targetKeys } from './report-documents.service.ts';
import { listFavorites } from './favorites.sql.ts';
import { requireEmbedded, requireIn, rightsOn } from './reports.policy.ts';
import { readChoices } from './reports.rules.ts';
import { searchEntriesOf, toSummary, toVerification } from './report-summary.ts';
import { type Choices, type Fields } from './choices.ts';
import {
  courseQueries,
  requireWatched,
  snapshotsOf,
  timeAxisOf,
  titleOf,
  type WatchedMeasure,
} from './figure-course.rules.ts';
import { currencyOf, describeFields, describeLevels, fieldLookup } from './report-description.ts';
import { datasetOf } from './report-fields.service.ts';
import { listReports, reportById, type ReportRow } from './reports.sql.ts';
import { writeTemplateReport } from './report-templates.service.ts';
import { toCourse } from './to-course.rules.ts';
import { inSettleOrder } from './settle-order.ts';
import { subjectDimensions, subjectQuery, subjectValues } from './subject.rules.ts';
import { type SubjectValues } from './choices.ts';
import { tileQueries } from './tile-queries.ts';

export type { WatchedMeasure };

export interface ReportServiceOptions {
  readonly database: Database;
  readonly warehouses: WarehouseService;
  readonly queries: QueryService;
  /** The error that a reader sees when a tile fails. */
  readonly toUserError: (error: unknown) => UserError;
  readonly log: Logger;
}

/** A template's workspace, with the YAML of its reports. */
export interface ReportTemplate {
  readonly name: string;
  readonly workspace: TemplateWorkspace;
  readonly reports: readonly { readonly name: string; readonly yaml: string }[];
}

interface FoundReport {
  readonly row: ReportRow;
  readonly can: ReportSummary['can'];
  /** Ids of the reader's. */
  readonly favorites: ReadonlySet<string>;
  readonly tenant: Tenant;
  readonly warehouse: Warehouse | null;
}

/** What is shown in place of the published report. */
export interface Preview {
  /** A draft, or the part of it that is shown outside. */
  readonly document: ReportDocument;
  /** Ids of tiles; all of the page if omitted. */
  readonly tiles: readonly string[];
  /** Whether a run begins with the fields that the document uses. */
  readonly describes: boolean;
}

interface DocumentRun {
  readonly document: ReportDocument;
  readonly state: ReportState;
  /** The subject where the state has none. */
  readonly homeMember: string | null;
  /** Ids; all of the page if undefined. */
  readonly tiles?: readonly string[] | undefined;
  /** Whether the run begins with the fields that the document uses. */
  readonly describes?: boolean | undefined;
}

interface RunRequest {
  readonly id: string;
  readonly signal: AbortSignal;
  /** Left out: the actor's own rights. */
  readonly scope?: Scope | undefined;
}

/** By slot, such as 'ranking' or 'benchmark'. */
type TileQueries = Record<string, SemanticQuery>;
type TileResults = Record<string, Promise<JsonText>>;

const fieldsLine = (fields: Report['fields']): JsonText =>
  new JsonText(JSON.stringify({ type: 'fields', fields } satisfies DraftEvent));

/** A tenant's reports, and how they run. */
export class ReportService implements Indexed {
  readonly #options: ReportServiceOptions;
  readonly #database: Database;

  constructor(options: ReportServiceOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  /** The documents of the reports that a person may open. */
  async documents(actor: TenantActor): Promise<{ id: string; document: ReportDocument }[]> {
    return this.#database.withTenant(actor, (tx) => readReports(tx, actor), 'reads');
  }

  /** NOT_FOUND for a report that the person may not open, and for another tenant's, as for one that does not exist. */
  async read(actor: TenantActor, id: string, of: Partial<Preview> = {}): Promise<Report> {
    const found = await this.#find(actor, id);
    return this.#toReport(actor, of.document ? { ...found, row: { ...found.row, document: of.document } } : found);
  }

  /**
   * The published report with the warehouse that its figures come from, both of one moment. NOT_FOUND as `read`;
   * WAREHOUSE_UNAVAILABLE without data.
   */
  async open(actor: TenantActor, id: string): Promise<{ report: Report; warehouse: Warehouse }> {
    const found = await this.#find(actor, id);
    const warehouse = await this.#options.warehouses.ensureFresh(actor, found.warehouse);
    return { report: await this.#toReport(actor, { ...found, warehouse }), warehouse };
  }

  /** Yields the line of the choices, then runs all tiles at once and yields each as it finishes; a tile fails on its own. */
  async *run(
    actor: TenantActor,
    id: string,
    state: ReportState,
    request: RunRequest,
    of: Partial<Preview> = {},
  ): AsyncGenerator<JsonText> {
    const { row, tenant, ...before } = await this.#find(actor, id);
    const warehouse = await this.#options.warehouses.ensureFresh(actor, before.warehouse);
    const { document = row.document, tiles, describes } = of;
    yield* this.runIn(warehouse, actor, { document, state, homeMember: tenant.homeMember, tiles, describes }, request);
  }

  /** The same in a given warehouse, for a document that the caller has checked. */
  async *runIn(
    warehouse: Warehouse,
    actor: TenantActor,
    { document: unbound, state, homeMember, tiles: only, describes = false }: DocumentRun,
    request: RunRequest,
  ): AsyncGenerator<JsonText> {
    const started = performance.now();
    const document = withParameters(unbound, state);
    const { lookup, resolved, choices } = await this.#prepareIn(
      warehouse,
      actor,
      { document, state, homeMember },
      request,
    );
    // Refused before the first line.
    const shown = withOpenedMembers(document, state, (name) => warehouse.model.datasets.get(name), lookup);
    if (describes) yield fieldsLine(describeFields(warehouse, document));
    yield new JsonText(JSON.stringify({ type: 'choices', ...resolved } satisfies ReportEvent));
    const tiles = tilesToRun(shown, state.page, only);
    const queries = tiles.map((tile) => tileQueries(shown, tile, choices, lookup(datasetOf(shown, tile))));
    const results = this.#runQueries(warehouse, actor, queries, request);
    const lines = tiles.map((tile, index) => this.#tileLine(tile, queries[index]!, results[index]!, request));
    for await (const line of inSettleOrder(lines)) yield new JsonText(line);
    yield new JsonText(JSON.stringify({ type: 'done', elapsedMs: Math.round(performance.now() - started) }));
  }

  /**
   * The course of a measure over the periods of a tile, with the reader's rights: of all its members together, of one, of
   * each, or what it says of the peers. NOT_FOUND for a report that they may not open; VALIDATION_FAILED for a tile, a
   * measure or a scope that it does not have, and where a member has to be chosen.
   */
  async course(actor: TenantActor, id: string, watched: WatchedMeasure, signal: AbortSignal): Promise<FigureCourse> {
    const { measure, scope, state } = watched;
    const { row, tenant, ...before } = await this.#find(actor, id);
    const warehouse = await this.#options.warehouses.ensureFresh(actor, before.warehouse);
    // An alert is on the latest period, whichever days and page the reader saw, and the report opens with.
    const document = { ...withParameters(row.document, state), period: undefined };
    const of = { document, homeMember: tenant.homeMember, state: { ...state, page: undefined, period: undefined } };
    const { lookup, choices } = await this.#prepareIn(warehouse, actor, of, { signal });
    const tile = requireWatched(document, watched);
    const dataset = datasetOf(document, tile);
    const fields = lookup(dataset);
    const time = timeAxisOf(tile, snapshotsOf(warehouse.model.datasets.get(dataset)));
    const course = { tile, measure, scope, time };
    const { figure, periods } = courseQueries(document, course, choices, fields);
    const queries = periods ? [figure, periods] : [figure];
    const found = await Promise.all(this.#options.queries.runManyIn(warehouse, actor, queries, signal));
    const [own, all = null] = found.map(({ text }) => JSON.parse(text) as QueryResult);
    const [memberTitle] = titleOf(document, tile);
    return toCourse(
      { figure: own!, periods: all },
      { ...course, currency: currencyOf(warehouse), fields, memberTitle },
    );
  }

  /** Stores a template's workspace with its reports, by their names, in a tenant, or updates them. */
  async putTemplate(actor: TenantActor, template: ReportTemplate): Promise<void> {
    const { name, workspace, reports } = template;
    const documents = reports.map(({ yaml, ...report }) => ({
      ...report,
      document: reportDocument.parse(parse(yaml)),
    }));
    await this.#database.withTenant(actor, async (tx) => {
      const workspaceId = await putTemplateWorkspace(tx, name, workspace);
      for (const report of documents)
        await writeTemplateReport(tx, workspaceId, { template: report.name, document: report.document });
    });
  }

  async reindex(tx: TenantTx): Promise<void> {
    await replaceEntries(tx, 'reports', (await listReports(tx)).flatMap(searchEntriesOf));
  }

  /** What a document and a reader's choices come to. */
  async #prepareIn(
    warehouse: Warehouse,
    actor: TenantActor,
    { document, state, homeMember }: DocumentRun,
    request: Omit<RunRequest, 'id'>,
  ) {
    const lookup = fieldLookup(warehouse, document);
    const fields = lookup(document.dataset);
    const read = (of: ReportState) => readChoices(document, of, document.subject ? homeMember : null, fields);
    const chosen = read(state);
    const own = await this.#subjectValues(warehouse, actor, { document, fields, chosen }, request);
    const peers = resolvePeers(document, state, own);
    const filters = { ...state.filters, ...peers.filters };
    const minimums = resolveMinimums(document, state, filters, fields, own);
    const resolved: ResolvedChoices = { peers, minimums, own: Object.fromEntries(own ?? []) };
    const choices = { ...read({ ...state, filters }), minimums: minimumFilters(document, minimums, fields) };
    return { lookup, resolved, choices };
  }

  async #find(actor: TenantActor, id: string): Promise<FoundReport> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const [found, favorites, tenant, warehouse] = await Promise.all([
          findReadable(tx, actor, id),
          listFavorites(tx, actor.accountId),
          ownTenant(tx),
          this.#options.warehouses.find(tx),
        ]);
        const { row, workspace } = found;
        return { row, can: rightsOn(actor, row, workspace), favorites, tenant: tenant!, warehouse };
      },
      'reads',
    );
  }

  async #toReport(actor: TenantActor, { row, can, favorites, tenant, warehouse }: FoundReport): Promise<Report> {
    return {
      ...toSummary(row, can, favorites),
      document: row.document,
      verification: toVerification(row),
      fields: warehouse ? describeFields(warehouse, row.document) : { dimensions: [], measures: [] },
      levels: warehouse ? describeLevels(warehouse, row.document) : {},
      targets: await this.#targets(actor, row.document),
      defaultSubject: row.document.subject ? tenant.homeMember : null,
      currency: warehouse ? currencyOf(warehouse) : DEFAULT_CURRENCY,
      dataVersion: warehouse?.version.number ?? null,
      asOf: warehouse?.version.asOf ?? null,
      loadedAt: warehouse?.loadedAt.toISOString() ?? null,
      basis: warehouse ? basisOf(warehouse, row) : '',
    };
  }

  /** Most documents have none, and cost nothing. */
  async #targets(actor: TenantActor, document: ReportDocument): Promise<Report['targets']> {
    const keys = targetKeys(document);
    if (keys.size === 0) return [];
    return this.#database.withTenant(actor, (tx) => readTargets(tx, actor, keys), 'reads');
  }

  /** The subject's own values, as the reader may see them; null without a subject. */
  async #subjectValues(
    warehouse: Warehouse,
    actor: TenantActor,
    { document, fields, chosen: { subject, filter } }: { document: ReportDocument; fields: Fields; chosen: Choices },
    { signal, scope }: Omit<RunRequest, 'id'>,
  ): Promise<SubjectValues | null> {
    if (subject === null || !document.subject) return null;
    const dimensions = subjectDimensions(document, fields);
    if (dimensions.length === 0) return new Map();
    const query = subjectQuery(document, document.subject, { subject, filter }, dimensions);
    const { text } = await this.#options.queries.runIn(warehouse, actor, query, signal, scope);
    return subjectValues(JSON.parse(text) as QueryResult);
  }

  /** Runs the queries of all tiles together, so that they share scans; the results of each tile by slot. */
  #runQueries(
    warehouse: Warehouse,
    actor: TenantActor,
    queries: readonly TileQueries[],
    { signal, scope }: RunRequest,
  ): TileResults[] {
    const all = queries.flatMap(Object.values);
    const results = this.#options.queries.runManyIn(warehouse, actor, all, signal, scope);
    // A tile reports its first error only; further rejections of the tile must not be unhandled.
    for (const result of results) result.catch(() => undefined);
    return queries.map((slots) => Object.fromEntries(Object.keys(slots).map((slot) => [slot, results.shift()!])));
  }

  async #tileLine(tile: Tile, queries: TileQueries, results: TileResults, request: RunRequest): Promise<string> {
    try {
      return await resultLine(tile, queries, results);
    } catch (error) {
      if (request.signal.aborted) throw error;
      const { code, message, details } = this.#options.toUserError(error);
      if (code === 'INTERNAL')
        this.#options.log.error({ err: error, tile: tile.id, requestId: request.id }, 'tile failed');
      const failure = { code, message, details, requestId: request.id };
      return JSON.stringify({ type: 'tile-failed', tile: tile.id, error: failure });
    }
  }
}

/** The report and its workspace, as the reader finds them there or outside of the portal. */
async function findReadable(tx: TenantTx, actor: TenantActor, id: string) {
  if (actor.embed) return requireEmbedded(await reportById(tx, id), actor.embed, await liveWorkspaces(tx));
  const [found, workspaces] = await Promise.all([reportById(tx, id), openWorkspaces(tx, actor)]);
  return requireIn(found, workspaces);
}

function tilesToRun(document: ReportDocument, page: string | undefined, only: readonly string[] | undefined): Tile[] {
  const pages = page === undefined ? document.pages : document.pages.filter(({ id }) => id === page);
  return tilesOf({ pages }).filter(({ id }) => only?.includes(id) ?? true);
}

async function resultLine(tile: Tile, queries: TileQueries, results: TileResults): Promise<string> {
  const slots = await Promise.all(
    Object.entries(queries).map(async ([slot, query]) => {
      const { text } = await results[slot]!;
      return `${JSON.stringify(slot)}:{"query":${JSON.stringify(query)},"result":${text}}`;
    }),
  );
  return `{"type":"tile","tile":${JSON.stringify(tile.id)},"results":{${slots.join(',')}}}`;
}

/** Identifies all inputs of a report's figures. */
function basisOf({ version, model, tenantSettings }: Warehouse, { updatedAt }: ReportRow): string {
  const parts = JSON.stringify([version.number, model.hash, tenantSettings.revision, updatedAt]);
  return createHash('sha256').update(parts).digest('base64url').slice(0, 22);
}
