import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { columnWriters } from './column-texts.ts';
import { encodeParts } from '../../stream/encoder.ts';
import type { TextBatch } from '../../stream/encoder.ts';
import type { StreamParts, StreamRequest } from '../../stream/stream-request.ts';

async function* batches(connection: DuckDBConnection, request: StreamRequest): AsyncGenerator<TextBatch> {
  const statement = await connection.prepare(request.sql);
  let coming: Promise<DuckDBDataChunk | null> | null = null;
  try {
    statement.bind(request.parameters);
    const result = await statement.stream();
    const textsOf = columnWriters(request.types);
    const next = () => {
      const chunk = result.fetchChunk();
      // An error is handled where the chunk is awaited, which may be later.
      chunk.catch(() => undefined);
      return chunk;
    };
    coming = next();
    for (;;) {
      const chunk = await coming;
      if (!chunk || chunk.rowCount === 0) return;
      // The engine computes the next rows while these are encoded.
      coming = next();
      yield { columns: textsOf(chunk.getColumns()), count: chunk.rowCount };
    }
  } finally {
    await coming?.catch(() => undefined);
    statement.destroySync();
  }
}

/** Streams the encoded rows of one statement as the engine computes them; they are never all in memory. */
export function runStream(connection: DuckDBConnection, request: StreamRequest): StreamParts {
  return encodeParts(request, batches(connection, request));
}
