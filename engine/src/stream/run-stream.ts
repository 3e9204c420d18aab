import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { columnWriters } from './column-texts.ts';
import { encodeParts } from './encoder.ts';
import type { TextBatch } from './encoder.ts';
import type { StreamParts, StreamRequest } from './stream-request.ts';

async function* batches(connection: DuckDBConnection, request: StreamRequest): AsyncGenerator<TextBatch> {
  const statement = await connection.prepare(request.sql);
  let coming: Promise<DuckDBDataChunk | null> | null = null;
  try {
    statement.bind(request.parameters);
    const result = await statement.stream();
    const textsOf = columnWriters(request.types);
    const next = () => {
      const chunk = result.fetchChunk();
      // A failure is told where the chunk is awaited, which may be later.
      chunk.catch(() => undefined);
      return chunk;
    };
    coming = next();
    for (;;) {
      const chunk = await coming;
      if (!chunk || chunk.rowCount === 0) return;
      // The engine finds the next rows while these are written.
      coming = next();
      yield { columns: textsOf(chunk.getColumns()), count: chunk.rowCount };
    }
  } finally {
    await coming?.catch(() => undefined);
    statement.destroySync();
  }
}

/** Runs one statement and hands its rows over, encoded, as the engine finds them: they are never all there at once. */
export function runStream(connection: DuckDBConnection, request: StreamRequest): StreamParts {
  return encodeParts(request, batches(connection, request));
}
