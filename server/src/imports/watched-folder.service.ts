import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import type { FileImports } from './file-imports.service.ts';

export interface WatchedFolderOptions {
  readonly database: Database;
  readonly files: FileImports;
  /** The folder, with one folder for each tenant that has one, named by its slug. */
  readonly directory: string;
  /** How often it is looked at. A file is taken once its size was the same twice. */
  readonly everyMs: number;
  readonly log: Logger;
}

/** Imports files that an operator puts into a folder; they are then in `done` or, with the reason, in `failed`. */
export class WatchedFolder {
  readonly #options: WatchedFolderOptions;
  /** Size and time of change of each file when it was last looked at. */
  #seen = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: WatchedFolderOptions) {
    this.#options = options;
  }

  start(): void {
    const { everyMs, log } = this.#options;
    this.#timer = setTimeout(() => {
      this.#round = this.look()
        .catch((error: unknown) => log.warn({ err: error }, 'could not look into the watched folder'))
        .finally(() => {
          if (!this.#isClosed) this.start();
        });
    }, everyMs).unref();
  }

  /** Lets the file that is being imported finish. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
  }

  /** Imports the files that have not changed since it looked last. */
  async look(): Promise<void> {
    const { directory, database } = this.#options;
    if (database.readOnly) return;
    const folders: string[] = await readdir(directory).catch(() => []);
    if (folders.length === 0) return;
    const seen = new Map<string, string>();
    const settled: { tenantId: string; folder: string; name: string }[] = [];
    for (const { id: tenantId, slug } of await activeTenants(database)) {
      if (!folders.includes(slug)) continue;
      const folder = join(directory, slug);
      for (const name of await filesIn(folder)) {
        const path = join(folder, name);
        const { size, mtimeMs } = await stat(path);
        const state = `${size} ${mtimeMs}`;
        seen.set(path, state);
        if (this.#seen.get(path) === state) settled.push({ tenantId, folder, name });
      }
    }
    this.#seen = seen;
    for (const { tenantId, folder, name } of settled) if (!this.#isClosed) await this.#take(tenantId, folder, name);
  }

  async #take(tenantId: string, folder: string, name: string): Promise<void> {
    const path = join(folder, name);
    try {
      const author = { origin: 'folder', createdBy: null } as const;
      await this.#options.files.import(systemIn(tenantId), [path], { author });
      await moveTo(join(folder, 'done'), path, name);
    } catch (error) {
      if (!(error instanceof UserError)) this.#options.log.error({ err: error, file: path }, 'import failed');
      // Stopped with the server: tried again after the next start.
      if (this.#isClosed) return;
      const moved = await moveTo(join(folder, 'failed'), path, name);
      await writeFile(`${moved}.reason.txt`, `${reasonOf(error)}\n`, { mode: 0o600 });
    }
  }
}

/** Plain files, by name; none whose name begins with a dot, which are being written. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
}

/** Moves a file; its name tells when, so that it replaces none. */
async function moveTo(folder: string, path: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')} ${name}`);
  await rename(path, target);
  return target;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof UserError)) return 'Something went wrong. The log of the server says what.';
  return [error.message, ...(error.details ?? []).map(({ field, message }) => `${field}: ${message}`)].join('\n');
}
