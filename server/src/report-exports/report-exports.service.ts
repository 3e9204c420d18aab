import {
  hasFigures,
  MAX_STREAM_ROWS,
  streamRequest,
  tilesOf,
  type AggregateQuery,
  type Cell,
  type Language,
  type Paper,
  type QueryResult,
  type Report,
  type ReportDocument,
  type ReportEvent,
  type ReportExport,
  type ReportState,
  type ResolvedChoices,
  type RowListQuery,
  type Tile,
} from '@rise/contract';
import type { Logger } from 'pino';
import type { TenantActor } from '../kernel/actor.ts';
import type { RowStream } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import type { QueryService } from '../query/query.service.ts';
import { withParameters } from '../reports/bound-report.ts';
import { findLogo } from '../branding/branding.service.ts';
import { picturesIn, picturesOf } from '../report-pictures/report-pictures.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import type { CoverFacts } from './cover.rules.ts';
import type { PictureFiles } from './print/print-document.ts';
import type { PrintRequest, RowList } from './print/print-report.ts';
import { PrintOverload, type ReportPrinter } from './print/report-printer.ts';
import type { PicturedTile } from './print/tile-pictures.ts';
import { ListRows, StreamedRows } from './stream-rows.ts';
import { openedReport } from './opened-report.rules.ts';
import { exportTexts, type ExportTexts } from './texts.ts';
import type { Answers, TableContext } from './tile-tables.rules.ts';
import { titleOfTile, truncated, workbook, type Sheet } from './workbook.ts';

export type { Answers };

export interface ReportExportOptions {
  readonly database: Database;
  readonly reports: ReportService;
  readonly queries: QueryService;
  readonly log: Logger;
  readonly printer: ReportPrinter;
}

/** A report as a reader sees it: with the levels that are open, and their numbers in place of parameters. */
function withState(report: Report, state: ReportState, language: Language): Report {
  const opened = openedReport(report, state, language);
  return { ...opened, document: withParameters(opened.document, state) };
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

export interface RanReport {
  readonly report: Report;
  readonly state: ReportState;
  readonly run: CompleteRun;
  /** Ids of tiles that ran. */
  readonly pictured: readonly string[];
}

interface Opening {
  readonly run: CompleteRun;
  readonly context: TableContext;
  /** Of a list. */
  readonly mostRows: number;
  readonly isShown: (tile: Tile) => boolean;
}

const CUT_SLOTS: ReadonlySet<string> = new Set(['ranking', 'rows', 'trend']);
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const SLIDES = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
/** Parts of a response are sent once they reach this size. */
const PART_BYTES = 128 * 1024;
/** Rows of a list or a table on pages or slides; a longer one is for a workbook. */
export const MAX_PRINTED_ROWS = 2000;

/** Writes whole reports as files. What a reader gets is what they may see at that moment: all of it, or an error. */
export class ReportExportService {
  readonly #options: ReportExportOptions;

  constructor(options: ReportExportOptions) {
    this.#options = options;
  }

  /**
   * NOT_FOUND for a report that the reader may not open; the error of a tile that fails; CONFLICT where the data changes
   * meanwhile, and QUERY_INVALID for a tile with more rows than a query returns, or than pages and slides have. `of`: the
   * part of the report that is shown outside.
   */
  async export(
    actor: TenantActor,
    id: string,
    body: ReportExport,
    request: Request,
    of: { readonly document?: ReportDocument } = {},
  ): Promise<RowStream> {
    const { state } = body;
    const { signal, language } = request;
    const report = withState(await this.#options.reports.read(actor, id, of), state, language);
    const isShown = ({ print }: Tile) => body.format === 'xlsx' || print !== 'hidden';
    const run = await this.#run(actor, id, { state, report, isShown, of }, request);
    const facts = await this.#facts(actor, { report, state, run, signal });
    const measure = state.measure ?? report.document.measures[0] ?? null;
    const texts = exportTexts[language];
    const context: TableContext = { report, language, texts, measure, subject: facts.subject?.title ?? null };
    const mostRows = body.format === 'xlsx' ? MAX_STREAM_ROWS : MAX_PRINTED_ROWS;
    const sheets = await this.#openSheets(actor, { run, context, mostRows, isShown }, request);
    return body.format === 'xlsx'
      ? this.#workbook(sheets, facts, context, request)
      : this.#pages(actor, sheets, { facts, context, paper: body.format === 'pdf' ? body.paper : 'slide' }, request);
  }

  #workbook(
    sheets: readonly Sheet[],
    facts: CoverFacts,
    context: TableContext,
    { signal, requestId }: Request,
  ): RowStream {
    const { log } = this.#options;
    return {
      contentType: WORKBOOK,
      headers: headersOf(context.report, 'xlsx'),
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

  /** Pages and slides are set when all rows are known, so whatever fails is known before anything is sent. */
  async #pages(
    actor: TenantActor,
    sheets: readonly Sheet[],
    { facts, context, paper }: { facts: CoverFacts; context: TableContext; paper: Paper | 'slide' },
    { signal }: Request,
  ): Promise<RowStream> {
    const { report, language, texts, measure } = context;
    const file = paper === 'slide' ? 'PowerPoint' : 'PDF';
    const lists: Record<string, RowList> = {};
    try {
      for (const { tile, rows, answers } of sheets) {
        const tooLong = (): never => {
          const most = new Intl.NumberFormat(language).format(MAX_PRINTED_ROWS);
          throw truncated(texts.tooLong(titleOfTile(tile, language), most, file));
        };
        if (Object.values(answers).some((answer) => answer!.result.rows.length > MAX_PRINTED_ROWS)) tooLong();
        if (!rows) continue;
        const list = await rows.open();
        lists[tile.id] = { columns: list.head.columns, rows: await allRows(list, tooLong) };
        await rows.close();
      }
    } finally {
      for (const { rows } of sheets) await rows?.close();
    }
    const answers = Object.fromEntries(sheets.map(({ tile, answers: results }) => [tile.id, results]));
    const logo = paper === 'slide' ? null : await this.#options.database.withTenant(actor, findLogo, 'reads');
    const pictures = {
      ...(await this.#pictures(actor, report)),
      ...(logo && { [logo.hash]: { mediaType: 'image/png' as const, bytes: logo.bytes } }),
    };
    const place = logo && { hash: logo.hash, width: logo.width, height: logo.height };
    const request = { report, language, paper, facts, measure, answers, lists, pictures, logo: place };
    const printed = await this.#print(request, signal, { texts, file });
    return {
      contentType: paper === 'slide' ? SLIDES : 'application/pdf',
      headers: headersOf(report, paper === 'slide' ? 'pptx' : 'pdf'),
      parts: (async function* () {
        for (let at = 0; at < printed.length; at += PART_BYTES) yield printed.subarray(at, at + PART_BYTES);
        return {};
      })(),
    };
  }

  async #pictures(actor: TenantActor, { document }: Report): Promise<PictureFiles> {
    const references = picturesIn([document]);
    if (references.length === 0) return {};
    const found = await this.#options.database.withTenant(actor, (tx) => picturesOf(tx, references), 'reads');
    return Object.fromEntries([...found].map(([hash, { mediaType, bytes }]) => [hash, { mediaType, bytes }]));
  }

  async #print(
    request: PrintRequest,
    signal: AbortSignal,
    { texts, file }: { texts: ExportTexts; file: string },
  ): Promise<Buffer> {
    try {
      return await this.#options.printer.print(request, signal);
    } catch (error) {
      if (error instanceof PrintOverload) throw truncated(texts.tooLarge(file));
      throw error;
    }
  }

  /** Runs all tiles. Throws what a shown one fails with, and where its result is of another version or incomplete. */
  async #run(
    actor: TenantActor,
    id: string,
    {
      state,
      report,
      isShown,
      of,
    }: {
      state: ReportState;
      report: Report;
      isShown: (tile: Tile) => boolean;
      of: { readonly document?: ReportDocument };
    },
    { requestId, signal, language }: Request,
  ): Promise<CompleteRun> {
    const texts = exportTexts[language];
    const tiles = new Map(tilesOf(report.document).map((tile) => [tile.id, tile]));
    const titleOf = (tile: string) => titleOfTile(tiles.get(tile)!, language);
    const answers = new Map<string, Answers>();
    let resolved: ResolvedChoices | null = null;
    for await (const { text: line } of this.#options.reports.run(
      actor,
      id,
      { ...state, page: undefined },
      { id: requestId, signal },
      of,
    )) {
      const event = JSON.parse(line) as ReportEvent;
      if (event.type === 'choices') resolved = event;
      if ('tile' in event && !isShown(tiles.get(event.tile)!)) continue;
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
      key === null ? null : this.subjectName(actor, report, key, signal),
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

  /** Charts of a report that ran, as pictures. Throws `PrintOverload` where they take more time or memory than one may. */
  async pictures(
    actor: TenantActor,
    { report, state, run, pictured }: RanReport,
    { signal, language }: Request,
  ): Promise<readonly PicturedTile[]> {
    const facts = await this.#facts(actor, { report, state, run, signal });
    return this.#options.printer.pictures(
      {
        report: withState(report, state, language),
        language,
        facts,
        // Charts alone are drawn.
        pictures: {},
        measure: state.measure ?? report.document.measures[0] ?? null,
        answers: Object.fromEntries(run.answers),
        pictured,
      },
      signal,
    );
  }

  /** The subject's name as the reader may see it; null where they see none. */
  async subjectName(actor: TenantActor, report: Report, key: string, signal: AbortSignal): Promise<string | null> {
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

  /** The tiles with figures, in the order of the document. The first list of rows is opened, the others when they are read. */
  async #openSheets(
    actor: TenantActor,
    { run, context, mostRows, isShown }: Opening,
    request: Request,
  ): Promise<Sheet[]> {
    const sheets: Sheet[] = [];
    try {
      for (const tile of tilesOf(context.report.document).filter((one) => hasFigures(one) && isShown(one))) {
        const answers = run.answers.get(tile.id) ?? {};
        const list = answers['rows'] as { query: RowListQuery } | undefined;
        sheets.push({
          tile,
          answers,
          rows:
            tile.kind === 'rows' && list
              ? new ListRows(() => this.#openRows(actor, { query: list.query, mostRows }, context, request))
              : null,
        });
      }
      // What fails at once, as a rule with the first, is known before anything is sent.
      await sheets.find(({ rows }) => rows)?.rows?.open();
      return sheets;
    } catch (error) {
      for (const { rows } of sheets) await rows?.close();
      throw error;
    }
  }

  async #openRows(
    actor: TenantActor,
    { query, mostRows }: { query: RowListQuery; mostRows: number },
    { report, texts }: TableContext,
    { requestId, signal }: Request,
  ) {
    const { count: _, ...list } = query;
    const wholeList = streamRequest.parse({ query: { ...list, offset: 0, limit: mostRows }, format: 'ndjson' });
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

/** Without what file systems or headers do not take. */
const fileName = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80) || 'report';

function headersOf({ document, asOf, dataVersion }: Report, extension: string): Record<string, string> {
  const file = [fileName(document.title.en), asOf, `v${dataVersion}`].filter((part) => part !== null).join('-');
  return {
    'content-disposition': `attachment; filename="${file}.${extension}"`,
    'rise-data-version': String(dataVersion),
  };
}

/** The name of an exported file. */
export const nameOfExport = ({ headers }: RowStream): string =>
  /filename="([^"]+)"/.exec(headers['content-disposition']!)![1]!;

async function allRows(rows: StreamedRows, onTruncated: () => never): Promise<RowList['rows']> {
  const all: Cell[][] = [];
  for await (const batch of rows.batches(onTruncated)) all.push(...batch.map((row) => [...row]));
  return all;
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
