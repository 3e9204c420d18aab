import type {
  ColumnProfile,
  Language,
  TableCountQuery,
  TableDetail,
  TableExportQuery,
  TableProfileLine,
  TableProfileQuery,
  TableRows,
  TableRowsQuery,
  TableSummary,
} from '@rise/contract';
import type { BrowsedRows, BrowsedTable, Engine, ExportFormat, TableReader } from '@rise/engine';
import type { Logger } from 'pino';
import type { CopyService } from '../copies/copies.service.ts';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText, type RowStream } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { scopeOf } from '../query/query.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { LoadRecord, WarehouseService } from '../warehouse/warehouse.service.ts';
import { loadProfiles, storeProfiles } from './column-profiles.service.ts';
import { describeColumns, fieldsOfReport, meaningOf, relatedTables } from './data-view.rules.ts';

export interface DataViewOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  readonly reports: ReportService;
  readonly copies: Pick<CopyService, 'lineage'>;
  /** The error that a reader sees when a stream fails. */
  readonly toUserError: (error: unknown) => UserError;
  readonly log: Logger;
}

interface Request {
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Columns that are estimated in one statement: those of a screen. */
const ESTIMATED_AT_ONCE = 8;

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The tables of a tenant's warehouse, row by row, with the reader's rights. */
export class DataViewService {
  readonly #options: DataViewOptions;

  constructor(options: DataViewOptions) {
    this.#options = options;
  }

  async list(actor: TenantActor, signal: AbortSignal) {
    const { engine, warehouses } = this.#options;
    const reader = await this.#readerOf(actor, signal);
    const [tables, versions] = await Promise.all([engine.tables.list(reader), warehouses.loads(actor)]);
    const { version } = reader;
    return {
      engine: 'file' in version ? 'duckdb' : version.server.engine,
      source: versions.find(({ number }) => number === version.number)?.source ?? '',
      dataVersion: version.number,
      tables: tables.map((table) => summaryOf(reader, table, versions)),
    };
  }

  /** NOT_FOUND for a table that the actor may not browse, as for one that does not exist. */
  async describe(actor: TenantActor, name: string, signal: AbortSignal): Promise<TableDetail> {
    const { engine, warehouses, reports, copies } = this.#options;
    const reader = await this.#readerOf(actor, signal);
    const [tables, versions] = await Promise.all([engine.tables.list(reader), warehouses.loads(actor)]);
    const table = tables.find((item) => item.name === name);
    if (!table) throw notFound();
    const [accounts, documents, lineage] = await Promise.all([
      engine.tables.accountNames(reader, table),
      reports.documents(actor),
      'file' in reader.version ? copies.lineage(actor, name) : null,
    ]);
    const names = tables.map((item) => item.name);
    const copy = lineage?.filledBy;
    return {
      ...summaryOf(reader, table, versions),
      columns: describeColumns(reader.model, table, { reports: documents.map(fieldsOfReport), accounts }),
      related: relatedTables(reader.model, table, tables),
      rules: table.rules,
      copy: copy ? { ...copy, reads: copy.reads.filter((read) => names.includes(read)) } : null,
      readBy: (lineage?.readBy ?? [])
        .map(({ tables: filled, ...query }) => ({
          ...query,
          tables: names.filter((other) => filled.includes(other.toLowerCase())),
        }))
        // Not which queries there are whose rows the reader does not see.
        .filter(({ tables: browsed }) => browsed.length > 0),
    };
  }

  /** The result is the JSON text of the contract's `tableRows`. */
  async rows(actor: TenantActor, query: TableRowsQuery, signal: AbortSignal): Promise<JsonText> {
    const started = performance.now();
    const { reader, table } = await this.#find(actor, query.table, signal);
    const { columns = null, sort, offset, limit } = query;
    const page = await this.#options.engine.tables.page(
      reader,
      { ...rowsOf(table, query), columns, sort },
      { offset, limit },
    );
    const members = `"columns":${JSON.stringify(page.columns)},"rows":${page.rows}`;
    const rest: Omit<TableRows, 'columns' | 'rows'> = {
      more: page.more,
      dataVersion: reader.version.number,
      elapsedMs: Math.round(performance.now() - started),
    };
    return new JsonText(`{${members},${JSON.stringify(rest).slice(1)}`);
  }

  async count(actor: TenantActor, query: TableCountQuery, signal: AbortSignal): Promise<{ rows: number }> {
    const { reader, table } = await this.#find(actor, query.table, signal);
    const isWhole = isUnfiltered(query) && table.rules.length === 0;
    if (isWhole && table.rows !== null) return { rows: table.rows };
    return { rows: await this.#options.engine.tables.count(reader, rowsOf(table, query)) };
  }

  /**
   * Yields the profiles of columns in order: the stored ones at once; of the others an estimate of a few columns at a
   * time, then the profile of all rows of each. What is computed of a whole table is stored.
   */
  async *profile(actor: TenantActor, query: TableProfileQuery, request: Request): AsyncGenerator<TableProfileLine> {
    const { reader, table } = await this.#find(actor, query.table, request.signal);
    const rows = rowsOf(table, query);
    rejectUnknownColumns(table, query.columns);
    const masked = new Set(table.columns.filter((column) => column.masked).map(({ name }) => name));
    for (const column of query.columns) if (masked.has(column)) yield { type: 'masked', column };
    const columns = query.columns.filter((column) => !masked.has(column));
    try {
      const stored = await this.#storedProfiles(actor, query, table, columns);
      for (const column of columns) {
        const profile = stored?.get(column);
        if (profile) yield { type: 'column', source: 'stored', profile };
      }
      const missing = columns.filter((column) => !stored?.has(column));
      for (let from = 0; from < missing.length; from += ESTIMATED_AT_ONCE) {
        const some = missing.slice(from, from + ESTIMATED_AT_ONCE);
        const computed: ColumnProfile[] = [];
        for await (const line of this.#computed(reader, rows, some)) {
          if (line.source === 'exact') computed.push(line.profile);
          yield line;
        }
        if (stored && table.content !== null)
          await storeProfiles(this.#options.database, actor, { table: table.name, content: table.content }, computed);
      }
      yield { type: 'end' };
    } catch (error) {
      if (request.signal.aborted) throw error;
      const userError = this.#options.toUserError(error);
      this.#options.log.warn({ err: error, requestId: request.requestId }, 'profile interrupted');
      const { code, message } = userError;
      yield { type: 'failed', error: { code, message, requestId: request.requestId } };
    }
  }

  async export(
    actor: TenantActor,
    query: TableExportQuery,
    { requestId, signal, language }: Request & { language: Language },
  ): Promise<RowStream> {
    const { engine, log } = this.#options;
    const { reader, table } = await this.#find(actor, query.table, signal);
    const { columns = null, sort, format } = query;
    const rows = { ...rowsOf(table, query), columns, sort };
    const parts = await engine.tables.export(reader, rows, formatOf(format, table, language));
    const { number, asOf } = reader.version;
    const name = [table.name.replaceAll(/[^\w-]+/g, '-'), asOf, `v${number}`].filter((part) => part !== null).join('-');
    return {
      contentType: CONTENT_TYPES[format],
      headers: {
        'content-disposition': `attachment; filename="${name}.${format}"`,
        'rise-data-version': String(number),
      },
      parts: (async function* () {
        try {
          const { rowCount, truncated } = yield* parts;
          return { 'rise-row-count': String(rowCount), 'rise-truncated': String(truncated) };
        } catch (error) {
          if (!signal.aborted) log.warn({ err: error, requestId }, 'export interrupted');
          throw error;
        }
      })(),
    };
  }

  /** Estimates of some columns, then each of them over all rows; only the latter where the estimate has all rows. */
  async *#computed(
    reader: TableReader,
    rows: BrowsedRows,
    columns: readonly string[],
  ): AsyncGenerator<Extract<TableProfileLine, { type: 'column' }>> {
    const { tables } = this.#options.engine;
    const estimates = await tables.estimate(reader, rows, columns);
    for (const profile of estimates) yield { type: 'column', source: profile.complete ? 'exact' : 'estimate', profile };
    const complete = new Set(estimates.filter((profile) => profile.complete).map(({ column }) => column));
    for (const column of columns.filter((name) => !complete.has(name)))
      yield { type: 'column', source: 'exact', profile: await tables.profile(reader, rows, column) };
  }

  /** Null where stored profiles do not apply: they are of all rows of a table. */
  async #storedProfiles(
    actor: TenantActor,
    query: TableProfileQuery,
    { name, content, rules }: BrowsedTable,
    columns: readonly string[],
  ): Promise<ReadonlyMap<string, ColumnProfile> | null> {
    if (content === null || rules.length > 0 || !isUnfiltered(query)) return null;
    return loadProfiles(this.#options.database, actor, { table: name, content }, columns);
  }

  async #find(actor: TenantActor, name: string, signal: AbortSignal) {
    const reader = await this.#readerOf(actor, signal);
    const table = await this.#options.engine.tables.find(reader, name);
    if (!table) throw notFound();
    return { reader, table };
  }

  async #readerOf(actor: TenantActor, signal: AbortSignal): Promise<TableReader> {
    const { model, version, tenantSettings } = await this.#options.warehouses.contents(actor);
    const scope = withTenantSettings(scopeOf(actor), tenantSettings);
    return { model, version, scope, unexposed: actor.permissions.has('model.manage'), signal };
  }
}

/** Profiles are stored of all columns, and the reader may not see each. */
function rejectUnknownColumns({ name, columns }: BrowsedTable, requested: readonly string[]): void {
  const unknown = requested.find((column) => columns.every((item) => item.name !== column));
  if (unknown === undefined) return;
  const message = `The table ${name} has no column '${unknown}'.`;
  throw new UserError('QUERY_INVALID', message, [{ field: 'columns', message }]);
}

const isUnfiltered = ({ filters, search }: TableCountQuery) => filters.length === 0 && search.trim() === '';

const rowsOf = (table: BrowsedTable, { filters, search }: TableCountQuery): BrowsedRows => ({ table, filters, search });

function formatOf(format: TableExportQuery['format'], table: BrowsedTable, language: Language): ExportFormat {
  switch (format) {
    case 'csv':
      return { kind: 'csv', delimiter: language === 'tr' ? ';' : ',', decimalComma: language === 'tr' };
    case 'parquet':
      return { kind: 'parquet' };
    case 'xlsx':
      return { kind: 'xlsx', heading: table.name };
  }
}

/** The load that brought a table's newest rows, by the names of its files. */
function newestLoad(reader: TableReader, table: string, versions: readonly LoadRecord[]): LoadRecord | null {
  const { version } = reader;
  if (!('file' in version)) return null;
  const [, segments = []] =
    Object.entries(version.segments ?? {}).find(([name]) => name.toLowerCase() === table.toLowerCase()) ?? [];
  const numbers = segments.map(({ file }) => Number.parseInt(file, 10)).filter((number) => !Number.isNaN(number));
  const newest = Math.max(...numbers);
  return versions.find(({ number }) => number === (numbers.length > 0 ? newest : version.number)) ?? null;
}

function summaryOf(reader: TableReader, table: BrowsedTable, versions: readonly LoadRecord[]): TableSummary {
  const load = newestLoad(reader, table.name, versions);
  const limited = table.rules.length > 0;
  return {
    schema: 'file' in reader.version ? 'main' : reader.version.server.schema,
    name: table.name,
    ...meaningOf(reader.model, table.name),
    columns: table.columns.length,
    rows: limited ? null : table.rows,
    limited,
    version: load?.number ?? null,
    loadedAt: load?.loadedAt.toISOString() ?? null,
  };
}
