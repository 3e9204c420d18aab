import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import type { AttachedFile } from './segments.ts';

/** Rows of a row group: of what is stored, read and shared among threads at once. */
export const ROW_GROUP_ROWS = 122_880;

/** The engine has what it needs; more would come from the network. */
export const NO_EXTENSIONS = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' };

/** Settings of the instance of a load; what does not fit into its memory goes to the folder `spilled`. */
export const loadSettings = ({ threads, memoryMb }: { threads: number; memoryMb: number }, spilled: string) => ({
  ...NO_EXTENSIONS,
  threads: String(threads),
  memory_limit: `${memoryMb}MB`,
  temp_directory: spilled,
});

/**
 * Attaches a new file for tables of thousands of columns. Each column that is written takes a block, of 256 KB where
 * nothing else is said.
 */
export async function attachWideFile(connection: DuckDBConnection, file: string, as: string): Promise<void> {
  await connection.run(`ATTACH ${quoteText(file)} AS ${quoteIdentifier(as)} (BLOCK_SIZE 16384)`);
}

/** Attaches files read-only, under their names. */
export async function attachFiles(connection: DuckDBConnection, files: readonly AttachedFile[]): Promise<void> {
  for (const { file, as } of files)
    await connection.run(`ATTACH ${quoteText(file)} AS ${quoteIdentifier(as)} (READ_ONLY)`);
}
