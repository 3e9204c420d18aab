import type { Logger } from 'pino';
import { systemIn } from '../kernel/actor.ts';
import type { UploadService } from '../uploads/uploads.service.ts';
import type { VersionHistoryService } from '../warehouse/version-history.service.ts';
import type { WatchedFolder } from './watched-folder.service.ts';
import type { ImportRunner } from './import-runner.service.ts';
import type { ImportService } from './imports.service.ts';

const HOUR_MS = 3_600_000;

export interface ImportJobOptions {
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

  constructor(options: ImportJobOptions) {
    this.#options = options;
  }

  /** Resolves once what a killed process left behind is in order. */
  async start(): Promise<void> {
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
