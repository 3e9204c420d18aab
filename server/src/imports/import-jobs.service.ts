import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { systemIn } from '../kernel/actor.ts';
import type { UploadService } from '../uploads/uploads.service.ts';
import type { VersionHistoryService } from '../warehouse/version-history.service.ts';
import type { Database } from '../kernel/database/database.ts';
import type { Lease } from '../kernel/database/lease.ts';
import { showAlive } from './this-process.ts';
import type { WatchedFolder } from './watched-folder.service.ts';
import type { ImportRunner } from './import-runner.service.ts';
import type { ImportService } from './imports.service.ts';

const HOUR_MS = 3_600_000;
const SHOW_AGAIN_MS = 1000;

export interface ImportJobOptions {
  readonly database: Database;
  readonly imports: ImportService;
  readonly runner: ImportRunner;
  readonly uploads: UploadService;
  readonly history: VersionHistoryService;
  readonly watched: WatchedFolder;
  readonly log: Logger;
}

/** What happens to imports, uploads and old versions without anybody's request: at the start, and each hour. */
export class ImportJobs {
  readonly #options: ImportJobOptions;
  #timer: NodeJS.Timeout | null = null;
  #work: Promise<void> = Promise.resolve();
  #alive: Lease | null = null;

  constructor(options: ImportJobOptions) {
    this.#options = options;
  }

  /** Resolves once what a killed process left behind is in order. */
  async start(): Promise<void> {
    await this.#showAlive();
    const cutOff = await this.#options.runner.recover();
    this.#work = this.#inspectAgain(cutOff).then(() => this.#sweep());
    this.#timer = setInterval(() => {
      this.#work = this.#work.then(() => this.#sweep());
    }, HOUR_MS).unref();
    this.#options.watched.start();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    const { watched, runner } = this.#options;
    await Promise.all([watched.close(), runner.close()]);
    await this.#work;
    const alive = this.#alive;
    this.#alive = null;
    await alive?.release();
  }

  /** Other servers leave alone what this one works on. Again, as soon as the database allows, after a lost connection. */
  async #showAlive(): Promise<void> {
    this.#alive = await showAlive(this.#options.database);
    this.#alive.lost.addEventListener('abort', () => void this.#showAgain());
  }

  async #showAgain(): Promise<void> {
    for (;;) {
      await wait(SHOW_AGAIN_MS, undefined, { ref: false });
      if (this.#alive === null) return;
      try {
        return await this.#showAlive();
      } catch (error) {
        this.#options.log.warn({ err: error }, 'other servers cannot see that this one lives');
      }
    }
  }

  async #inspectAgain(cutOff: readonly { tenantId: string; id: string }[]): Promise<void> {
    for (const { tenantId, id } of cutOff)
      await this.#options.imports
        .inspectAgain(systemIn(tenantId), id)
        .catch((error: unknown) => this.#options.log.warn({ err: error, import: id }, 'could not inspect files again'));
  }

  async #sweep(): Promise<void> {
    const warn = (what: string) => (error: unknown) =>
      this.#options.log.warn({ err: error }, `could not remove ${what}`);
    await this.#options.uploads.sweep().catch(warn('expired uploads'));
    await this.#options.history.sweep().catch(warn('old versions'));
  }
}
