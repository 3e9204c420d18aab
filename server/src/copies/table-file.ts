import { open } from 'node:fs/promises';
import { UPLOAD_BYTES, type TableFilter } from '@rise/contract';
import type { BrowsedTable, Engine, StreamEnd, StreamParts, TableReader } from '@rise/engine';
import { CopyFailure } from './copy-failures.rules.ts';

export interface TableRequest {
  readonly table: BrowsedTable;
  readonly columns: readonly string[];
  readonly filters: readonly TableFilter[];
  readonly path: string;
  readonly onBytes: (bytes: number) => void;
}

/** Writes rows of a server's table into a Parquet file as they come; returns how many. Throws what the server says. */
export async function writeTable(
  engine: Pick<Engine, 'tables'>,
  reader: TableReader,
  { table, columns, filters, path, onBytes }: TableRequest,
): Promise<number> {
  const rows = { table, columns, filters, search: '', sort: [] };
  const parts = await engine.tables.export(reader, rows, { kind: 'parquet' });
  const tooLarge = `The rows of ${table.name} take up more than 2 GB. Copy fewer columns, or a view of the table with fewer rows.`;
  const { rowCount } = await writeParts(parts, { path, onBytes, tooLarge });
  return rowCount;
}

/** Writes a stream into a file as it comes. Throws a `CopyFailure` with the message `tooLarge` beyond the limit. */
export async function writeParts(
  parts: StreamParts,
  { path, onBytes, tooLarge }: Pick<TableRequest, 'path' | 'onBytes'> & { tooLarge: string },
): Promise<StreamEnd> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for (;;) {
      const part = await parts.next();
      if (part.done) return part.value;
      bytes += part.value.length;
      if (bytes > UPLOAD_BYTES) throw new CopyFailure('failed', { code: 'load', message: tooLarge });
      await file.writeFile(part.value);
      onBytes(bytes);
    }
  } finally {
    await parts.return({ rowCount: 0, truncated: true });
    await file.close();
  }
}
