import {
  localize,
  MAX_STREAM_ROWS,
  streamRequest,
  tilesOf,
  type AggregateQuery,
  type Language,
  type QueryResult,
  type Report,
  type ReportEvent,
  type ReportExport,
  type ReportState,
  type ResolvedChoices,
  type RowListQuery,
  type Tile,
} from '@rise/contract';
import { WorkbookWriter } from '@rise/engine';
import type { Logger } from 'pino';
import type { TenantActor } from '../kernel/actor.ts';
import type { RowStream } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import type { QueryService } from '../query/query.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import { coverRows, definitionRows, type CoverFacts } from './cover.rules.ts';
import { text } from './sheet-cells.rules.ts';
import { StreamedRows } from './stream-rows.ts';
import { exportTexts } from './texts.ts';
import { notesOf, rowCountOf, rowWriter, tileTable, type Answers, type TableContext } from './tile-tables.rules.ts';

export interface ReportExportOptions {
  readonly database: Database;
  readonly reports: ReportService;
  readonly queries: QueryService;
  readonly log: Logger;
}

interface Request {
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly language: Language;
}

/** A run of a report, whole. */
interface CompleteRun {
  readonly resolved: ResolvedChoices;
  readonly answers: ReadonlyMap<string, Answers>;
}

/** A tile with its figures; a list of rows with the stream of all of them. */
interface Sheet {
  readonly tile: Tile;
  readonly answers: Answers;
  readonly rows: StreamedRows | null;
}

const CUT_SLOTS: ReadonlySet<string> = new Set(['ranking', 'rows', 'trend']);
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Parts of a response are sent once they reach this size. */
const PART_BYTES = 128 * 1024;
/** Of a column, in characters. */
const WIDTH = { first: 40, other: 18, text: 90 };

/** Writes whole reports as files. What a reader gets is what they may see at that moment: all of it, or an error. */
export class ReportExportService {
  readonly #options: ReportExportOptions;

  constructor(options: ReportExportOptions) {
    this.#options = options;
  }

  /**
   * A workbook. NOT_FOUND for a report that the reader may not open; the error of a tile that fails; CONFLICT where the
   * data changes meanwhile, and QUERY_INVALID for a tile with more rows than a query returns.
   */
  async export(actor: TenantActor, id: string, { state }: ReportExport, request: Request): Promise<RowStream> {
    const { reports, log } = this.#options;
    const { signal, requestId, language } = request;
    const report = await reports.read(actor, id);
    const run = await this.#run(actor, id, { state, report }, request);
    const facts = await this.#facts(actor, { report, state, run, signal });
    const measure = state.measure ?? report.document.measures[0] ?? null;
    const texts = exportTexts[language];
    const context: TableContext = { report, language, texts, measure, subject: facts.subject?.title ?? null };
    const sheets = await this.#openSheets(actor, run, context, request);
    const { dataVersion, asOf } = report;
    const file = [fileName(report.document.title.en), asOf, `v${dataVersion}`]
      .filter((part) => part !== null)
      .join('-');
    return {
      contentType: WORKBOOK,
      headers: {
        'content-disposition': `attachment; filename="${file}.xlsx"`,
        'rise-data-version': String(dataVersion),
      },
      parts: (async function* () {
        try {
          yield* inParts(workbook(sheets, facts, context));
          return {};
        } catch (error) {
          if (!signal.aborted) log.warn({ err: error, requestId }, 'export interrupted');
          throw error;
        } finally {
          for (const { rows } of sheets) await rows?.close();
        }
      })(),
    };
  }

  /** Runs all tiles. Throws what one fails with, and where a result is of another version or incomplete. */
  async #run(
    actor: TenantActor,
    id: string,
    { state, report }: { state: ReportState; report: Report },
    { requestId, signal, language }: Request,
  ): Promise<CompleteRun> {
    const texts = exportTexts[language];
    const titleOf = (tile: string) =>
      titleOfTile(
        tilesOf(report.document).find((one) => one.id === tile)!,
        language,
      );
    const answers = new Map<string, Answers>();
    let resolved: ResolvedChoices | null = null;
    for await (const { text: line } of this.#options.reports.run(
      actor,
      id,
      { ...state, page: undefined },
      { id: requestId, signal },
    )) {
      const event = JSON.parse(line) as ReportEvent;
      if (event.type === 'choices') resolved = event;
      if (event.type === 'tile-failed') {
        const { code, message, details } = event.error;
        throw new UserError(code, texts.failed(titleOf(event.tile), message), details);
      }
      if (event.type !== 'tile') continue;
      for (const [slot, { result }] of Object.entries(event.results)) {
        if (result.meta.dataVersion !== report.dataVersion) throw new UserError('CONFLICT', texts.changed);
        // A ranking, a page of rows and the course beside a figure are cut by design.
        if (result.meta.truncated && !CUT_SLOTS.has(slot)) throw truncated(texts.truncated(titleOf(event.tile)));
      }
      answers.set(event.tile, event.results);
    }
    return { resolved: resolved!, answers };
  }

  async #facts(
    actor: TenantActor,
    { report, state, run, signal }: { report: Report; state: ReportState; run: CompleteRun; signal: AbortSignal },
  ): Promise<CoverFacts> {
    const { database } = this.#options;
    const key = state.subject ?? report.defaultSubject;
    const [tenant, author, title] = await Promise.all([
      database.withTenant(actor, ownTenant, 'reads'),
      authorOf(database, actor),
      key === null ? null : this.#nameOf(actor, report, key, signal),
    ]);
    return {
      tenant: tenant!.name,
      author,
      createdAt: new Date().toISOString(),
      state,
      resolved: run.resolved,
      subject: key === null ? null : { key, title: title ?? key },
    };
  }

  /** The subject's name as the reader may see it. */
  async #nameOf(actor: TenantActor, report: Report, key: string, signal: AbortSignal): Promise<string | null> {
    const { dataset, subject } = report.document;
    if (!subject) return null;
    const query: AggregateQuery = {
      kind: 'aggregate',
      dataset,
      dimensions: [subject.title],
      measures: [subject.size],
      filter: { field: subject.key, op: 'in', values: [key] },
      calculations: [],
      order: [],
      limit: 1,
      offset: 0,
      totals: false,
    };
    const { text: json } = await this.#options.queries.run(actor, { query, signal });
    const [row] = (JSON.parse(json) as QueryResult).rows;
    return row?.[0] === null || row?.[0] === undefined ? null : String(row[0]);
  }

  /** The tiles with figures, in the order of the document. Lists of rows are opened, and closed again where one fails. */
  async #openSheets(actor: TenantActor, run: CompleteRun, context: TableContext, request: Request): Promise<Sheet[]> {
    const sheets: Sheet[] = [];
    try {
      for (const tile of tilesOf(context.report.document).filter(({ kind }) => kind !== 'text')) {
        const answers = run.answers.get(tile.id) ?? {};
        const list = answers['rows'] as { query: RowListQuery } | undefined;
        sheets.push({
          tile,
          answers,
          rows: tile.kind === 'rows' && list ? await this.#openRows(actor, list.query, context, request) : null,
        });
      }
      return sheets;
    } catch (error) {
      for (const { rows } of sheets) await rows?.close();
      throw error;
    }
  }

  async #openRows(
    actor: TenantActor,
    query: RowListQuery,
    { report, texts }: TableContext,
    { requestId, signal }: Request,
  ) {
    const { count: _, ...list } = query;
    const wholeList = streamRequest.parse({ query: { ...list, offset: 0, limit: MAX_STREAM_ROWS }, format: 'ndjson' });
    const stream = await this.#options.queries.stream(
      actor,
      { ...wholeList, format: 'ndjson' },
      { id: requestId, signal },
    );
    const rows = await StreamedRows.open(stream.parts);
    if (rows.head.dataVersion === report.dataVersion) return rows;
    await rows.close();
    throw new UserError('CONFLICT', texts.changed);
  }
}

/** A text without a title has none. */
const titleOfTile = ({ title }: Tile, language: Language): string => (title ? localize(title, language) : '');

const truncated = (message: string) => new UserError('QUERY_INVALID', message, [{ field: 'state.filters', message }]);

/** Without what file systems or headers do not take. */
const fileName = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80) || 'report';

async function* workbook(sheets: readonly Sheet[], facts: CoverFacts, context: TableContext): AsyncGenerator<Buffer> {
  const { language, texts } = context;
  const writer = new WorkbookWriter();
  const filled = sheets.map((sheet) => ({ ...sheet, table: tileTable(sheet.tile, sheet.answers, context) }));
  yield writer.begin({ name: texts.cover, widths: [WIDTH.first, WIDTH.first] });
  const entries = filled.map(({ tile, answers, table }) => ({
    title: titleOfTile(tile, language),
    rows: rowCountOf(tile, answers, table),
  }));
  yield writer.rows(coverRows(facts, entries, context));
  yield writer.end();
  for (const { tile, answers, rows, table } of filled) {
    const notes = notesOf(answers, context);
    const widths = table.head.map((_, place) => (place === 0 ? WIDTH.first : WIDTH.other));
    yield writer.begin({ name: titleOfTile(tile, language), frozen: notes.length + 1, widths });
    yield writer.rows([...notes.map((note) => [text(note, 'note')]), table.head.map((title) => text(title, 'head'))]);
    if (rows) {
      const write = rowWriter(rows.head.columns, context);
      const onTruncated = (): never => {
        throw truncated(texts.truncated(titleOfTile(tile, language)));
      };
      for await (const batch of rows.batches(onTruncated)) yield writer.rows(batch.map((row) => write(row)));
    } else yield writer.rows([...table.rows, ...(table.total ? [table.total] : [])]);
    yield writer.end();
  }
  yield writer.begin({ name: texts.definitions, frozen: 1, widths: [WIDTH.first, WIDTH.text, WIDTH.text] });
  yield writer.rows(definitionRows(context));
  yield writer.end();
  yield writer.finish();
}

/** Joins small pieces. */
async function* inParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
