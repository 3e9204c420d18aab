import { randomUUID } from 'node:crypto';
import { MAX_RUNNING_EXPORTS, type ExportJob, type ExportJobs, type Language, type ReportExport } from '@rise/contract';
import type { Logger } from 'pino';
import { notify } from '../inbox/inbox.service.ts';
import { RunningWork } from '../jobs/running-work.ts';
import { noteJobFailure, noteJobStopped, traceJob } from '../jobs/trace-job.ts';
import { accountOf, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { RowStream } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { nameOfExport, type ReportExportService } from '../report-exports/report-exports.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import { fileOf } from './export-file.ts';
import { failedNotice, readyNotice } from './notices.rules.ts';
import * as sql from './export-jobs.sql.ts';

/** How long a job, and then its file, is kept. */
const STORED_HOURS = 24;
const SWEEP_MS = 60 * 60 * 1000;
/** Bytes that are written together. */
const PART_BYTES = 1024 * 1024;
/** The largest file. */
const MAX_BYTES = 500 * 1024 * 1024;

export interface ExportJobOptions {
  readonly database: Database;
  readonly reports: ReportService;
  readonly exports: ReportExportService;
  readonly toUserError: (error: unknown) => UserError;
  readonly log: Logger;
}

/** Why a job stops without having failed. */
class Stopped extends Error {}

/**
 * Exports that are prepared while their reader goes on. The server that took one writes it, with the reader's rights,
 * into the database, from which any server hands it out to that person.
 */
export class ExportJobService {
  readonly #options: ExportJobOptions;
  readonly #database: Database;
  readonly #work = new RunningWork();
  #sweep: ReturnType<typeof setInterval> | undefined;

  constructor(options: ExportJobOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  async start(): Promise<void> {
    const sweep = () =>
      this.#deleteExpired().catch((error: unknown) => this.#options.log.warn({ err: error }, 'exports not cleared'));
    this.#sweep = setInterval(sweep, SWEEP_MS).unref();
    await sweep();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await this.#work.stopAll(new Stopped('The server is stopping.'));
  }

  /** NOT_FOUND for a report that the reader may not open; CONFLICT where too many of theirs are running. */
  async prepare(actor: TenantActor, report: string, body: ReportExport, language: Language): Promise<ExportJob> {
    const { document } = await this.#options.reports.read(actor, report);
    const account = accountOf(actor);
    const id = randomUUID();
    const work = this.#work.begin(id);
    try {
      await this.#database.withTenant(actor, async (tx) => {
        await sql.lockExports(tx, account);
        const running = (await sql.listExports(tx, account)).filter(({ status }) => status === 'running');
        if (running.length >= MAX_RUNNING_EXPORTS)
          throw new UserError(
            'CONFLICT',
            `${MAX_RUNNING_EXPORTS} exports are being prepared. Wait for one, or cancel it.`,
          );
        const { title } = document;
        await sql.insertExport(tx, { id, account, report, title, format: body.format, hours: STORED_HOURS });
      });
    } catch (error) {
      work.end();
      throw error;
    }
    // The rights of now, read afresh; not the record of the request that began it.
    const { record: _record, ...reader } = actor;
    const write = () => this.#write({ ...reader, figuresRevision: null }, { id, report, body, language }, work.signal);
    void traceJob('export', actor.tenantId, write).finally(work.end);
    return this.#read(actor, id);
  }

  async list(actor: TenantActor): Promise<ExportJobs> {
    const rows = await this.#database.withTenant(actor, (tx) => sql.listExports(tx, accountOf(actor)), 'reads');
    return { exports: rows.map(toJob) };
  }

  /** NOT_FOUND also where the reader may no longer open the report; CONFLICT before the file is ready. */
  async file(actor: TenantActor, id: string): Promise<RowStream> {
    const database = this.#database;
    const job = await database.withTenant(actor, (tx) => sql.findExport(tx, accountOf(actor), id), 'reads');
    if (!job) throw notFound();
    await this.#options.reports.read(actor, job.reportId);
    if (job.status !== 'ready') throw new UserError('CONFLICT', 'This export is not ready.');
    return fileOf(database, actor, job);
  }

  /** One that is being written stops. */
  async remove(actor: TenantActor, id: string): Promise<ExportJobs> {
    const deleted = await this.#database.withTenant(actor, (tx) => sql.deleteExport(tx, accountOf(actor), id));
    if (!deleted) throw notFound();
    // Another server notices when it writes the next part.
    await this.#work.stop(id, new Stopped('The export was cancelled.'));
    return this.list(actor);
  }

  async #read(actor: TenantActor, id: string): Promise<ExportJob> {
    const job = await this.#database.withTenant(actor, (tx) => sql.findExport(tx, accountOf(actor), id), 'reads');
    if (!job) throw notFound();
    return toJob(job);
  }

  async #write(
    actor: TenantActor,
    { id, report, body, language }: { id: string; report: string; body: ReportExport; language: Language },
    signal: AbortSignal,
  ): Promise<void> {
    const { exports, toUserError, log } = this.#options;
    try {
      const file = await exports.export(actor, report, body, { requestId: id, signal, language });
      await this.#store(actor, id, file.parts, signal);
      const name = nameOfExport(file);
      await this.#database.withTenant(actor, async (tx) => {
        const { contentType } = file;
        const isReady = await sql.setReady(tx, id, { name, contentType, hours: STORED_HOURS });
        if (isReady) await notify(tx, [accountOf(actor)], readyNotice(report, name));
      });
    } catch (error) {
      if (error instanceof Stopped || (signal.aborted && signal.reason instanceof Stopped)) return noteJobStopped();
      const { code, message } = toUserError(error);
      noteJobFailure(code);
      log.warn({ err: error, export: id }, 'export failed');
      await this.#database
        .withTenant(systemIn(actor.tenantId), async (tx) => {
          const isFailed = await sql.setFailed(tx, id, { code, message });
          if (isFailed) await notify(tx, [accountOf(actor)], failedNotice(report, message));
        })
        // It is seen as failed once it has been silent for long.
        .catch((failure: unknown) => log.warn({ err: failure, export: id }, 'failed export not recorded'));
    }
  }

  async #store(actor: TenantActor, id: string, parts: RowStream['parts'], signal: AbortSignal): Promise<void> {
    let held: Uint8Array[] = [];
    let bytes = 0;
    let total = 0;
    let place = 0;
    const write = async () => {
      signal.throwIfAborted();
      const content = Buffer.concat(held);
      [held, bytes] = [[], 0];
      const isStored = await this.#database.withTenant(systemIn(actor.tenantId), (tx) =>
        sql.appendPart(tx, id, { place: place++, content }),
      );
      if (!isStored) throw new Stopped('The export was cancelled.');
    };
    for await (const part of parts) {
      held.push(part);
      bytes += part.length;
      total += part.length;
      if (total > MAX_BYTES)
        throw new UserError(
          'PAYLOAD_TOO_LARGE',
          'The file is larger than 500 MB. Filter the report, or export less of it.',
        );
      if (bytes >= PART_BYTES) await write();
    }
    if (bytes > 0) await write();
  }

  async #deleteExpired(): Promise<void> {
    for (const { id } of await activeTenants(this.#database))
      await this.#database.withTenant(systemIn(id), sql.deleteExpired);
  }
}

const LOST = { code: 'INTERNAL', message: 'The server stopped while it prepared the file. Export again.' };

const toJob = ({
  reportId,
  contentType: _type,
  createdAt,
  expiresAt,
  failure,
  ...job
}: sql.ExportJobRow): ExportJob => ({
  ...job,
  report: reportId,
  failure: job.status === 'failed' ? (failure ?? LOST) : null,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
