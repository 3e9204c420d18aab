import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { csvCell } from '@rise/contract/csv-cell';
import type { RejectedRow } from './rejected-rows.ts';

const HEADER = ['table', 'file', 'line', 'column', 'value', 'reason'];

/** The file of rejected rows that belongs to a version's file. */
export const rejectsPath = (target: string): string => `${target.replace(/\.duckdb$/, '')}.rejects.csv`;

/** Rows that a load left out, as CSV next to its version; there is no file if there are none. */
export class RejectsFile {
  readonly #path: string;
  readonly #draft: string;
  #handle: FileHandle | null = null;
  #length = 0;
  /** Is written as `draft` and moved to `path` when it is complete. */
  constructor({ draft, path }: { draft: string; path: string }) {
    this.#draft = draft;
    this.#path = path;
  }

  /** Bytes so far, to return to with `truncate`. */
  get length(): number {
    return this.#length;
  }

  async write(table: string, rows: readonly RejectedRow[]): Promise<void> {
    if (rows.length === 0) return;
    this.#handle ??= await open(this.#draft, 'w', 0o600);
    if (this.#length === 0) await this.#append(`${HEADER.join(',')}\r\n`);
    const lines = rows.map(({ file, line, column, value, reason }) =>
      [table, file, line === null ? '' : String(line), column ?? '', value ?? '', reason]
        .map((cell) => csvCell(cell, ','))
        .join(','),
    );
    await this.#append(`${lines.join('\r\n')}\r\n`);
  }

  /** Removes what was written beyond a length. */
  async truncate(length: number): Promise<void> {
    await this.#handle?.truncate(length);
    this.#length = length;
  }

  /** Completes the file on disk. Returns its name; null if nothing was rejected. */
  async publish(): Promise<string | null> {
    if (this.#handle === null) return null;
    await this.#handle.sync();
    await this.close();
    if (this.#length === 0) {
      await rm(this.#draft);
      return null;
    }
    await rename(this.#draft, this.#path);
    return basename(this.#path);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }

  async #append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#handle!.write(bytes, 0, bytes.length, this.#length);
    this.#length += bytes.length;
  }
}
