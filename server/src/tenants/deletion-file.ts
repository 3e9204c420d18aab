import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../kernel/errors/operator-error.ts';
import type { DeletedTenant } from './tenant-deletion.sql.ts';

const NAME = 'deletions.jsonl';

/**
 * The deleted tenants outside the database, beside the heads of the audit trail: a backup that is older than a deletion
 * brings the tenant back, and does not know of it. A line of JSON for each, which has the hash of its id and no name.
 */
export class DeletionFile {
  readonly #directory: string;
  readonly #file: string;

  constructor(directory: string) {
    this.#directory = directory;
    this.#file = join(directory, NAME);
  }

  /** Adds those that are not in it. */
  async add(deleted: readonly DeletedTenant[]): Promise<void> {
    const known = new Set((await this.#read()).map(({ hash }) => hash.toString('hex')));
    const added = deleted.filter(({ hash }) => !known.has(hash.toString('hex')));
    if (added.length === 0) return;
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await appendFile(this.#file, added.map(lineOf).join(''), { mode: 0o600 });
  }

  async #read(): Promise<DeletedTenant[]> {
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return deletionsIn(text);
  }
}

/** Those that files of this kind have. Throws an `OperatorError` for one that cannot be read. */
export async function readDeletions(files: readonly string[]): Promise<DeletedTenant[]> {
  const texts = await Promise.all(
    files.map((file) =>
      readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new OperatorError(`${file} cannot be read (${error.code}); name a file deletions.jsonl`, {
          cause: error,
        });
      }),
    ),
  );
  const found = texts.map(deletionsIn);
  const wrong = files.find((_, index) => found[index]!.length === 0 && texts[index]!.trim() !== '');
  if (wrong !== undefined)
    throw new OperatorError(`${wrong} is no list of deleted tenants; name a file deletions.jsonl`);
  return found.flat();
}

// After a line that a crash has cut, the next one would continue it.
const lineOf = ({ hash, deletedAt }: DeletedTenant): string =>
  `\n${JSON.stringify({ tenant: hash.toString('hex'), deletedAt: deletedAt.toISOString() })}`;

/** Lines that are none are skipped: one may have been cut by a crash. */
function deletionsIn(text: string): DeletedTenant[] {
  return text.split('\n').flatMap((line) => {
    try {
      const { tenant, deletedAt } = JSON.parse(line) as { tenant?: unknown; deletedAt?: unknown };
      if (typeof tenant !== 'string' || typeof deletedAt !== 'string') return [];
      const time = new Date(deletedAt);
      if (!/^[0-9a-f]{64}$/.test(tenant) || Number.isNaN(time.getTime())) return [];
      return [{ hash: Buffer.from(tenant, 'hex'), deletedAt: time }];
    } catch {
      return [];
    }
  });
}
