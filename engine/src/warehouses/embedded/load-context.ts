import type { DuckDBConnection } from '@duckdb/node-api';
import type { LoadMemory } from './load-memory.ts';
import type { LoadSetup } from './messages.ts';
import type { RejectsFile } from './rejects-file.ts';

/** What loading a table needs of the load. */
export interface LoadContext {
  connection: DuckDBConnection;
  setup: LoadSetup;
  rejects: RejectsFile;
  memory: LoadMemory;
}
