import {
  reportDocument,
  type QueryResult,
  type Report,
  type ReportDocument,
  type ReportState,
  type ReportSummary,
  type SemanticQuery,
  type Tile,
} from '@rise/contract';
import { parse } from 'yaml';
import type { Logger } from 'pino';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText } from '../kernel/api.ts';
import type { Database } from '../kernel/database.ts';
import { notFound, type Failure } from '../kernel/failure.ts';
import type { QueryService } from '../query/query.service.ts';
import { indexEntries, replaceEntries, type Indexed } from '../search/search-index.service.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import { loaded, type Warehouse, type WarehouseService } from '../warehouse/warehouse.service.ts';
import { arrivals } from './arrivals.ts';
import {
  linesOf,
  namedFields,
  readChoices,
  searchEntryOf,
  tileQueries,
  widestOf,
  type Fields,
} from './reports.rules.ts';
import { listReports, putTemplateReport, reportById, type ReportRow } from './reports.sql.ts';

export interface ReportService extends Indexed {
  list(actor: TenantActor): Promise<ReportSummary[]>;
  /** NOT_FOUND for a report of another tenant, as for one that never was. */
  read(actor: TenantActor, id: string): Promise<Report>;
  /** Runs all tiles at once and hands each over as it finishes; a tile that fails does so alone. */
  run(
    actor: TenantActor,
    id: string,
    state: ReportState,
    request: { id: string; signal: AbortSignal },
  ): AsyncIterable<JsonText>;
  /** Gives a tenant a template's report, or its newer form. */
  putTemplate(actor: TenantActor, template: string, yaml: string): Promise<void>;
}

export interface ReportOptions {
  database: Database;
  warehouses: WarehouseService;
  queries: QueryService;
  /** How an error of a tile is told to the reader. */
  toFailure: (error: unknown) => Failure;
  log: Logger;
}

type TileQueries = Record<string, SemanticQuery>;

/** What the tiles of one run have in common. */
interface Run {
  readonly actor: TenantActor;
  readonly warehouse: Warehouse;
  readonly queries: readonly SemanticQuery[];
  readonly signal: AbortSignal;
}

export function createReports(options: ReportOptions): ReportService {
  const { database, warehouses, queries } = options;

  const find = (actor: TenantActor, id: string) =>
    database.withTenant(
      actor,
      async (tx) => {
        const [row, tenant, warehouse] = await Promise.all([reportById(tx, id), ownTenant(tx), warehouses.findIn(tx)]);
        if (!row) throw notFound();
        return { row, tenant: tenant!, warehouse };
      },
      'reads',
    );

  /** The text of a query's result. One that another of the run answers too is not computed twice. */
  const answerOf = async (run: Run, query: SemanticQuery): Promise<string> => {
    const { actor, warehouse, signal } = run;
    const ask = async (asked: SemanticQuery) => (await queries.answerIn(warehouse, actor, asked, signal)).text;
    const widest = widestOf(query, run.queries);
    if (query.kind !== 'benchmark' || widest === query) return ask(query);
    try {
      return JSON.stringify(linesOf(JSON.parse(await ask(widest)) as QueryResult, query.measures));
    } catch (error) {
      if (signal.aborted) throw error;
      // What is wrong with the other's measures is none of this one's business.
      return ask(query);
    }
  };

  const runTile = async (run: Run, tile: Tile, slots: TileQueries) => {
    const answers = await Promise.all(
      Object.entries(slots).map(async ([slot, query]) => {
        const result = await answerOf(run, query);
        return `${JSON.stringify(slot)}:{"query":${JSON.stringify(query)},"result":${result}}`;
      }),
    );
    return `{"type":"tile","tile":${JSON.stringify(tile.id)},"results":{${answers.join(',')}}}`;
  };

  return {
    list: async (actor) => (await database.withTenant(actor, listReports, 'reads')).map(summaryOf),

    async read(actor, id) {
      const { row, tenant, warehouse } = await find(actor, id);
      return {
        ...summaryOf(row),
        document: row.document,
        fields: warehouse ? describeFields(warehouse, row.document) : { dimensions: [], measures: [] },
        defaultSubject: tenant.homeMember,
        currency: tenant.currency,
        dataVersion: warehouse?.version.number ?? null,
        asOf: warehouse?.version.asOf ?? null,
        loadedAt: warehouse?.loadedAt.toISOString() ?? null,
      };
    },

    async *run(actor, id, state, request) {
      const started = performance.now();
      const { row, tenant, ...found } = await find(actor, id);
      const warehouse = loaded(found.warehouse);
      const fields = fieldsOf(warehouse, row.document);
      const choices = readChoices(row.document, state, tenant.homeMember, fields);
      const slots = row.document.tiles.map((tile) => tileQueries(row.document, tile, choices, fields));
      const run: Run = { actor, warehouse, queries: slots.flatMap(Object.values), signal: request.signal };
      const tiles = row.document.tiles.map(async (tile, index) => {
        try {
          return await runTile(run, tile, slots[index]!);
        } catch (error) {
          if (request.signal.aborted) throw error;
          const { code, message, details } = options.toFailure(error);
          if (code === 'INTERNAL')
            options.log.error({ err: error, tile: tile.id, requestId: request.id }, 'tile failed');
          return JSON.stringify({
            type: 'tile-failed',
            tile: tile.id,
            error: { code, message, details, requestId: request.id },
          });
        }
      });
      for await (const line of arrivals(tiles)) yield new JsonText(line);
      yield new JsonText(JSON.stringify({ type: 'done', elapsedMs: Math.round(performance.now() - started) }));
    },

    async putTemplate(actor, template, yaml) {
      const document = reportDocument.parse(parse(yaml));
      await database.withTenant(actor, async (tx) => {
        const row = await putTemplateReport(tx, template, document);
        if (row) await indexEntries(tx, 'reports', [searchEntryOf(row.id, row.document)]);
      });
    },

    async reindex(tx) {
      const rows = await listReports(tx);
      await replaceEntries(
        tx,
        'reports',
        rows.map(({ id, document }) => searchEntryOf(id, document)),
      );
    },
  };
}

function summaryOf(row: ReportRow): ReportSummary {
  const { title, purpose, dataset } = row.document;
  return {
    id: row.id,
    title,
    purpose,
    dataset,
    updatedAt: row.updatedAt.toISOString(),
    template: row.template !== null,
  };
}

function fieldsOf(warehouse: Warehouse, document: ReportDocument): Fields {
  const dataset = warehouse.model.datasets.get(document.dataset);
  return { dimension: (name) => dataset?.dimensions.get(name), measure: (name) => dataset?.measures.get(name) };
}

function describeFields(warehouse: Warehouse, document: ReportDocument): Report['fields'] {
  const fields = fieldsOf(warehouse, document);
  const named = namedFields(document);
  return {
    dimensions: named.dimensions.flatMap((name) => {
      const dimension = fields.dimension(name);
      if (!dimension) return [];
      const values = dimension.bands ?? dimension.values ?? null;
      return {
        name,
        title: dimension.title,
        description: dimension.description ?? null,
        values: values && values.map(({ value, title }) => ({ value, title })),
      };
    }),
    measures: named.measures.flatMap((name) => {
      const measure = fields.measure(name);
      if (!measure) return [];
      const { title, label, definition, caveat, better, format, bands } = measure;
      return {
        name,
        title,
        label: label ?? null,
        definition,
        caveat: caveat ?? null,
        better,
        format,
        bands: bands ?? null,
      };
    }),
  };
}
