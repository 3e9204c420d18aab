import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { once } from 'node:events';
import { csvCell } from '@rise/contract/csv-cell';
import type { RejectedRow } from './messages.ts';
import { syncPath } from './sync-path.ts';

const HEADER = ['table', 'file', 'line', 'column', 'value', 'reason'];

/** The file of rejected rows that belongs to a version's file. */
export const rejectsPath = (target: string): string => `${target.replace(/\.duckdb$/, '')}.rejects.csv`;

/** Rows that a load left out, as CSV next to its version; there is no file if there are none. */
export class RejectsFile {
  readonly #path: string;
  readonly #partial: string;
  #stream: WriteStream | null = null;
  constructor(target: string) {
    this.#path = rejectsPath(target);
    this.#partial = `${this.#path}.partial`;
  }

  /** Resolves once more may be written. */
  async write(table: string, rows: readonly RejectedRow[]): Promise<void> {
    if (rows.length === 0) return;
    if (this.#stream === null) {
      this.#stream = createWriteStream(this.#partial, { mode: 0o600 });
      this.#stream.write(`${HEADER.join(',')}\r\n`);
    }
    const lines = rows.map(({ file, line, column, value, reason }) =>
      [table, file, line === null ? '' : String(line), column ?? '', value ?? '', reason]
        .map((cell) => csvCell(cell, ','))
        .join(','),
    );
    if (!this.#stream.write(`${lines.join('\r\n')}\r\n`)) await once(this.#stream, 'drain');
  }

  /** Completes the file on disk. Returns its name; null if nothing was rejected. */
  async publish(): Promise<string | null> {
    const stream = this.#stream;
    if (stream === null) return null;
    await new Promise<void>((resolve, reject) => {
      stream.once('error', reject);
      stream.end(resolve);
    });
    await syncPath(this.#partial);
    await rename(this.#partial, this.#path);
    return basename(this.#path);
  }

  /** Removes what was written. */
  async discard(): Promise<void> {
    this.#stream?.destroy();
    await Promise.all([this.#partial, this.#path].map((path) => rm(path, { force: true })));
  }
}
