import { createArrowEncoder } from './encode-arrow.ts';
import { createCsvEncoder } from './encode-csv.ts';
import { createNdjsonEncoder } from './encode-ndjson.ts';
import { createParquetEncoder } from './encode-parquet.ts';
import { createXlsxEncoder } from './encode-xlsx.ts';
import type {
  EncodedColumns,
  RowsEncoder,
  StreamFormat,
  StreamParts,
  StreamRequest,
  TextColumn,
} from './stream-request.ts';

export function createEncoder(columns: EncodedColumns, format: StreamFormat): RowsEncoder {
  switch (format.kind) {
    case 'csv':
      return createCsvEncoder(columns, format);
    case 'ndjson':
      return createNdjsonEncoder(columns);
    case 'arrow':
      return createArrowEncoder(columns, format);
    case 'xlsx':
      return createXlsxEncoder(format);
    case 'parquet':
      return createParquetEncoder(format);
  }
}

/** A chunk is sent once it reaches this size; one batch may exceed it. */
const PART_BYTES = 128 * 1024;

/** Rows as columns of text. */
export interface TextBatch {
  columns: readonly TextColumn[];
  count: number;
}

/** Encodes batches in the requested format, at most `limit` rows. */
export async function* encodeParts(request: StreamRequest, batches: AsyncIterable<TextBatch>): StreamParts {
  const encoder = createEncoder(request, request.format);
  let rowCount = 0;
  let truncated = false;
  let waiting: Uint8Array[] = [];
  let size = 0;
  const add = (written: string | Uint8Array) => {
    if (written.length === 0) return;
    const bytes = typeof written === 'string' ? Buffer.from(written) : written;
    waiting.push(bytes);
    size += bytes.length;
  };
  const part = () => {
    const all = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    return all;
  };
  add(encoder.head());
  for await (const { columns, count } of batches) {
    const taken = Math.min(count, request.limit - rowCount);
    if (taken > 0) add(encoder.rows(columns, taken));
    rowCount += taken;
    truncated = taken < count;
    if (truncated) break;
    if (size >= PART_BYTES) yield part();
  }
  add(encoder.tail({ rowCount, truncated }));
  if (size > 0) yield part();
  return { rowCount, truncated };
}
