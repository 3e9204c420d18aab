import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type {
  AggregateQuery,
  FrozenContent,
  NewFreeze,
  QueryResult,
  Report,
  ReportFreeze,
  ReportState,
} from '@rise/contract';
import { restrictionsOn } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText } from '../kernel/api/api.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import { versionOfHash } from '../models/stored-models.service.ts';
import { readerOf, type QueryService } from '../query/query.service.ts';
import { requireReport } from '../reports/report-documents.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { todayIn } from '../tenant-settings/tenant-settings.service.ts';
import { lockRetainedVersion, type Warehouse } from '../warehouse/warehouse.service.ts';
import { completeRun } from './complete-run.ts';
import { canonicalJson, isIntact, manifestOf, sha256, toFreeze, type Manifest } from './manifest.rules.ts';
import { findContent, insertFreeze, listFreezes, lockFreezes, type FreezeRow } from './report-freezes.sql.ts';
import { datasetsOf, hasRightsOf } from './row-rights.ts';

export interface ReportFreezeOptions {
  readonly database: Database;
  readonly reports: ReportService;
  readonly queries: QueryService;
  /** Of the running program. */
  readonly software: string;
}

interface Request {
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** A freeze with everything that is stored of it. */
export interface StoredFreeze {
  readonly row: FreezeRow;
  /** All of the report, the newest first. */
  readonly rows: readonly FreezeRow[];
  readonly manifest: Manifest;
  /** JSON of a `FrozenContent`; null where the stored bytes are none, or not those of the hash. */
  readonly content: string | null;
}

/** Of one report: none is ever deleted. */
const MAX_FREEZES = 500;
/** Characters of JSON. */
const MAX_CONTENT = 32 * 1024 * 1024;

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** Reports as they were reported. Those of a report that a person may not open are NOT_FOUND for them. */
export class ReportFreezeService {
  readonly #options: ReportFreezeOptions;
  readonly #database: Database;

  constructor(options: ReportFreezeOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  /** The newest first, also those that the person may not read. */
  async list(actor: TenantActor, report: string): Promise<{ freezes: ReportFreeze[]; can: { freeze: boolean } }> {
    const { can } = await this.#options.reports.read(actor, report);
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const rows = await listFreezes(tx, report);
        const freezes: ReportFreeze[] = [];
        for (const row of rows) freezes.push(toFreeze(row, rows, await hasRightsOf(tx, actor, manifestOf(row))));
        return { freezes, can: { freeze: mayFreeze(actor, can) } };
      },
      'reads',
    );
  }

  /**
   * Runs all tiles with the person's rights and stores what they show. NOT_FOUND where they may not edit the report's
   * workspace; the error of a tile that fails, with its title; CONFLICT for a name that is taken.
   */
  async freeze(actor: TenantActor, report: string, body: NewFreeze, request: Request): Promise<ReportFreeze> {
    const opened = await this.#options.reports.open(actor, report);
    if (!mayFreeze(actor, opened.report.can)) throw notFound();
    const today = todayIn(opened.warehouse.tenantSettings.calendar);
    const warehouse = { ...opened.warehouse, today };
    const content = await this.#contentOf(actor, opened.report, warehouse, body.state, request);
    const text = JSON.stringify(content);
    if (text.length > MAX_CONTENT)
      throw new UserError(
        'QUERY_INVALID',
        'The report has too many rows to be frozen. Select fewer, by filters or a period.',
      );
    const bytes = await compress(text);
    const email = await authorOf(this.#database, actor);
    return this.#database.withTenant(actor, async (tx) => {
      await requireReport(tx, actor, report);
      await lockFreezes(tx, report);
      const rows = await listFreezes(tx, report);
      checkPlace(rows, body);
      await lockRetainedVersion(tx, warehouse.version.number);
      const facts = { email, report: opened.report, warehouse, today, content: sha256(text) };
      const manifest = await this.#manifestOf(tx, actor, body, facts, rows);
      const stored = canonicalJson(manifest);
      const { id, number, name, data } = manifest;
      const row = { id, number, name, dataVersion: data.version, manifest: stored, hash: sha256(stored) };
      await insertFreeze(tx, report, { ...row, content: bytes });
      return toFreeze(row, [row, ...rows], true);
    });
  }

  /** The freeze and its content, as it was stored. OTHER_ROW_RIGHTS, and CONFLICT where it was changed since. */
  async read(actor: TenantActor, report: string, id: string): Promise<JsonText> {
    const stored = await this.find(actor, report, id);
    const freeze = JSON.stringify(toFreeze(stored.row, stored.rows, true));
    return new JsonText(`{"freeze":${freeze},"content":${requireIntact(stored)}}`);
  }

  /** NOT_FOUND, or OTHER_ROW_RIGHTS. */
  async find(actor: TenantActor, report: string, id: string): Promise<StoredFreeze> {
    const { bytes, ...found } = await this.#database.withTenant(
      actor,
      async (tx) => {
        await requireReport(tx, actor, report);
        const rows = await listFreezes(tx, report);
        const row = rows.find((one) => one.id === id);
        if (!row) throw notFound();
        const manifest = manifestOf(row);
        if (!(await hasRightsOf(tx, actor, manifest))) throw new UserError('OTHER_ROW_RIGHTS');
        return { row, rows, manifest, bytes: (await findContent(tx, report, id))! };
      },
      'reads',
    );
    const text = await decompress(bytes).catch(() => null);
    const content = text?.toString() ?? null;
    return { ...found, content: content !== null && sha256(content) === found.manifest.content ? content : null };
  }

  async #contentOf(
    actor: TenantActor,
    report: Report,
    warehouse: Warehouse,
    selected: Omit<ReportState, 'page'>,
    request: Request,
  ): Promise<FrozenContent> {
    const key = report.document.subject ? (selected.subject ?? report.defaultSubject) : null;
    const state: ReportState = { ...selected, ...(key !== null && { subject: key }) };
    const run = await completeRun(this.#options, warehouse, actor, { document: report.document, state }, request);
    for (const failure of run.failed.values()) throw failure;
    const title = key === null ? null : await this.#subjectTitle(actor, report, warehouse, key, request.signal);
    // What the caller may do, and what holds at the moment, is no part of the report.
    const can = { edit: false, move: false, copy: false, archive: false, restore: false, verify: false, share: false };
    const nothing = { favorite: false, hasDraft: false, verified: null, verification: null, levels: {}, targets: [] };
    const frozen = { ...report, can, ...nothing };
    const subject = key === null ? null : { key, title: title ?? key };
    return { report: { ...frozen, archivedAt: null }, state, resolved: run.resolved, subject, results: run.results };
  }

  /** The subject's name as the person may see it; null where they see none. */
  async #subjectTitle(
    actor: TenantActor,
    { document: { dataset, subject } }: Report,
    warehouse: Warehouse,
    key: string,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (!subject) return null;
    const query: AggregateQuery = {
      kind: 'aggregate',
      dataset,
      dimensions: [subject.title],
      measures: [subject.size],
      calculations: [],
      filter: { field: subject.key, op: 'in', values: [key] },
      order: [],
      limit: 1,
      offset: 0,
      totals: false,
    };
    const { text } = await this.#options.queries.runIn(warehouse, actor, query, signal);
    const name = (JSON.parse(text) as QueryResult).rows[0]?.[0] ?? null;
    return name === null ? null : String(name);
  }

  async #manifestOf(
    tx: TenantTx,
    actor: TenantActor,
    { name, note, corrects }: NewFreeze,
    facts: { email: string | null; report: Report; warehouse: Warehouse; today: string; content: string },
    [newest]: readonly FreezeRow[],
  ): Promise<Manifest> {
    const { report, warehouse, today, content } = facts;
    const { version, connection, model, modelHash, tenantSettings } = warehouse;
    const { parameters, parametersVersion, versions: mappings, calendar, currency } = tenantSettings;
    const datasets = datasetsOf(report.document);
    return {
      format: 1,
      id: randomUUID(),
      report: report.id,
      number: (newest?.number ?? 0) + 1,
      name,
      note,
      corrects,
      frozenAt: new Date().toISOString(),
      frozenBy: { account: actor.accountId, email: facts.email },
      reportVersion: report.version,
      data: { version: version.number, asOf: version.asOf, external: connection !== null },
      model: { hash: modelHash, ...(await versionOfHash(tx, modelHash)) },
      parameters: { version: parametersVersion, values: parameters },
      mappings,
      calendar,
      currency,
      today,
      datasets,
      rights: restrictionsOn(model, datasets, readerOf(actor)),
      software: this.#options.software,
      content,
      previous: newest?.hash ?? null,
    };
  }
}

/** Those who edit the workspace, once the report is published, as with the mark that it is verified. */
const mayFreeze = (actor: TenantActor, { verify }: Report['can']): boolean =>
  verify && actor.permissions.has('report.write');

function checkPlace(rows: readonly FreezeRow[], { name, corrects }: NewFreeze): void {
  if (rows.length >= MAX_FREEZES)
    throw new UserError(
      'CONFLICT',
      `A report can be frozen ${MAX_FREEZES} times at most. Copy it, and freeze the copy.`,
    );
  if (rows.some((row) => row.name === name))
    throw new UserError('CONFLICT', `Another freeze of this report is called '${name}'. Choose another name.`);
  if (corrects !== null && !rows.some(({ id }) => id === corrects))
    throw new UserError('VALIDATION_FAILED', 'The request is not valid.', [
      { field: 'corrects', message: 'There is no such freeze of this report. Choose one from its list.' },
    ]);
}

/** The content of a freeze that is as it was stored. Throws CONFLICT for any other. */
export function requireIntact({ row, content }: StoredFreeze): string {
  if (content === null || !isIntact(row))
    throw new UserError(
      'CONFLICT',
      'This freeze is not shown: what is stored of it has been changed, and does not match its hash any more.',
    );
  return content;
}
