import { join } from 'node:path';
import { readdir, rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { traceJob } from '../jobs/trace-job.ts';
import { SYSTEM } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import type { DeletionFile } from './deletion-file.ts';
import { countFiles, listFolders, removeFolders, tenantHash, type TenantDirectories } from './tenant-folders.ts';
import * as sql from './tenant-deletion.sql.ts';

export interface TenantDeletionOptions {
  readonly database: Database;
  readonly directories: TenantDirectories;
  /** Ends what has a file of a warehouse open. */
  readonly releaseFile: (file: string) => Promise<void>;
  /** Drops what this server has in memory of a tenant. */
  readonly forget: (tenantId: string) => Promise<void>;
  /** What outlives the database, for a restore from an older backup. */
  readonly deletions: DeletionFile;
  readonly log: Logger;
}

const REST_MS = 300_000;
/** Rows of one statement, which has a time limit. */
const ROWS = 1000;
/** How often a deletion is tried before it waits for the job's next turn. */
const ROUNDS = 3;
const PEOPLE = 200;

/**
 * Deletes tenants whose day has come: files, people, rows, and at last the tenant itself with a receipt in the audit trail
 * of the installation. Each step can be interrupted, and is repeated by the next run on any server.
 */
export class TenantDeletionJob {
  readonly #options: TenantDeletionOptions;
  #worker: BackgroundWorker | null = null;

  constructor(options: TenantDeletionOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#worker = new BackgroundWorker({
      database: this.#options.database,
      work: async (signal) => {
        await this.run(signal);
        return false;
      },
      restMs: REST_MS,
      onError: (error) => this.#options.log.error({ err: error }, 'a tenant could not be deleted'),
    });
  }

  async close(): Promise<void> {
    await this.#worker?.close();
  }

  /** Deletes what is due, and removes files of tenants that another server deleted. */
  async run(signal?: AbortSignal): Promise<void> {
    await this.#removeLeftFolders();
    await this.#writeDeletions();
    const due = await this.#global((tx) => sql.startDue(tx));
    const errors: unknown[] = [];
    for (const tenant of due) {
      // One that cannot be deleted does not keep the others.
      if (!signal?.aborted)
        await traceJob('deletion', tenant.id, () => this.#delete(tenant, signal)).catch((error: unknown) =>
          errors.push(error),
        );
    }
    if (errors.length > 0) throw errors[0];
  }

  async #delete(tenant: sql.DueTenant, signal?: AbortSignal): Promise<void> {
    const { database, log, directories } = this.#options;
    const { id, slug, name, requestedBy } = tenant;
    const bytes = await this.#removeFiles(tenant);
    const mails = await this.#global((tx) => sql.purgeMail(tx, id));
    const people = await this.#repeat((tx) => sql.purgePeople(tx, id, PEOPLE), signal);
    const rows: Record<string, number> = {};
    for (let round = 1; ; round += 1) {
      await this.#purgeTables(id, rows, signal);
      signal?.throwIfAborted();
      // What may have been written since.
      await this.#removeFiles(tenant);
      const filesLeft = await countFiles(directories, tenant);
      const receipt = { slug, name, requestedBy, rows, mails, people, bytes, filesLeft };
      const finish = (tx: GlobalTx) => this.#finish(tx, tenant, receipt);
      const error = await database.withGlobal(SYSTEM, finish).catch((reason: unknown) => reason);
      if (!error) break;
      // A job that had begun before may have written a last row, such as the seal of records that are gone by now.
      if (round === ROUNDS) throw error;
    }
    // What may have been written while the rows were there.
    await this.#removeFiles(tenant);
    await this.#writeDeletions();
    log.info({ tenant: id }, 'tenant deleted');
  }

  async #finish(
    tx: GlobalTx,
    { id, slug }: sql.DueTenant,
    receipt: Readonly<Record<string, unknown>> & { readonly filesLeft: number },
  ): Promise<void> {
    if (await sql.isDeleted(tx, id)) return;
    if (receipt.filesLeft > 0) throw new Error(`${receipt.filesLeft} files of the deleted tenant are left`);
    await sql.finishDeletion(tx, id);
    const { left, ...proof } = await sql.searchDeleted(tx, { id, slug });
    const tables = Object.keys(left);
    if (tables.length > 0) throw new Error(`The deleted tenant is still named in ${tables.join(', ')}`);
    const details = { ...receipt, ...proof, rowsLeft: 0 };
    await writeRecord(tx, SYSTEM, { action: 'tenant.deleted', outcome: 'done', target: id, details });
  }

  async #removeFiles(tenant: { id: string; slug: string }): Promise<number> {
    const { directories, releaseFile, forget } = this.#options;
    for (const directory of directories.byId)
      for (const file of await readdir(join(directory, tenant.id)).catch(() => []))
        await releaseFile(join(directory, tenant.id, file));
    await forget(tenant.id);
    return removeFolders(directories, tenant);
  }

  /** Until no table has a row of it: some rows can only go after those of other tables. Counts them in `deleted`. */
  async #purgeTables(id: string, deleted: Record<string, number>, signal?: AbortSignal): Promise<void> {
    const tables = await this.#global((tx) => sql.listTenantTables(tx));
    for (let left = true; left;) {
      left = false;
      let progress = 0;
      for (const table of tables) {
        const count = await this.#repeat(
          (tx) => sql.purgeRows(tx, id, table, ROWS),
          signal,
          () => (left = true),
        );
        if (count > 0) deleted[table] = (deleted[table] ?? 0) + count;
        progress += count;
      }
      if (left && progress === 0) throw new Error('Rows of the tenant keep each other from being deleted');
    }
  }

  /** Runs steps, each in a transaction of its own, until one finds nothing; returns the sum of what they found. */
  async #repeat(
    step: (tx: GlobalTx) => Promise<number>,
    signal?: AbortSignal,
    onBlocked?: () => void,
  ): Promise<number> {
    for (let sum = 0; ;) {
      signal?.throwIfAborted();
      const count = await this.#global(step);
      if (count < 0) onBlocked?.();
      if (count <= 0) return sum;
      sum += count;
    }
  }

  /** On each server what any of them has deleted: one that was killed before it wrote it does so now. */
  async #writeDeletions(): Promise<void> {
    await this.#options.deletions.add(await this.#global((tx) => sql.listDeleted(tx)));
  }

  async #removeLeftFolders(): Promise<void> {
    const { directories } = this.#options;
    const ids = await listFolders(directories);
    const deleted = await this.#global((tx) => sql.filterDeleted(tx, ids.map(tenantHash)));
    for (const id of ids.filter((one) => deleted.some((hash) => hash.equals(tenantHash(one)))))
      for (const directory of directories.byId) await rm(join(directory, id), { recursive: true, force: true });
  }

  #global<T>(work: (tx: GlobalTx) => Promise<T>): Promise<T> {
    return this.#options.database.withGlobal(SYSTEM, work);
  }
}
