import { createHash } from 'node:crypto';
import {
  reportDocument,
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
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { arrivals } from './arrivals.ts';
import { namedFields, readChoices, searchEntryOf, tileQueries, type Fields } from './reports.rules.ts';
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
type TileResults = Record<string, Promise<JsonText>>;

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

  const runTile = async (tile: Tile, slots: TileQueries, results: TileResults) => {
    const answers = await Promise.all(
      Object.entries(slots).map(async ([slot, query]) => {
        const { text } = await results[slot]!;
        return `${JSON.stringify(slot)}:{"query":${JSON.stringify(query)},"result":${text}}`;
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
        basis: warehouse ? basisOf(warehouse, row) : '',
      };
    },

    async *run(actor, id, state, request) {
      const started = performance.now();
      const { row, tenant, ...found } = await find(actor, id);
      const warehouse = await warehouses.settled(actor, found.warehouse);
      const fields = fieldsOf(warehouse, row.document);
      const choices = readChoices(row.document, state, tenant.homeMember, fields);
      const slots = row.document.tiles.map((tile) => tileQueries(row.document, tile, choices, fields));
      const answers = queries.answersIn(warehouse, actor, slots.flatMap(Object.values), request.signal);
      // A tile that has failed is told of once, and not again by its other answers.
      for (const answer of answers) answer.catch(() => undefined);
      const results = slots.map((own): TileResults =>
        Object.fromEntries(Object.keys(own).map((slot) => [slot, answers.shift()!])),
      );
      const tiles = row.document.tiles.map(async (tile, index) => {
        try {
          return await runTile(tile, slots[index]!, results[index]!);
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

/** Names all that the figures of a report stand on. */
function basisOf({ version, model, terms }: Warehouse, { updatedAt }: ReportRow): string {
  const parts = JSON.stringify([version.number, model.hash, terms.revision, updatedAt]);
  return createHash('sha256').update(parts).digest('base64url').slice(0, 22);
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
