import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { encodeRows } from './encode-rows.ts';
import type { FromReader, ReaderSetup, RowsText, StatementRequest, ToReader } from './messages.ts';

/** Entry of a reader: one version file, read-only, closed to everything else, gone with its parent. */

const setup = JSON.parse(process.argv[2]!) as ReaderSetup;
const tell = (message: FromReader) => process.send?.(message);

/** Node and DuckDB's own bookkeeping come on top of DuckDB's bound. */
const RSS_ALLOWANCE_MB = 400;

async function open(): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(setup.file, {
    access_mode: 'READ_ONLY',
    memory_limit: `${setup.memoryMb}MB`,
    threads: String(setup.threads),
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    enable_external_access: 'false',
  });
  const connection = await instance.connect();
  await connection.run("SET disabled_filesystems = 'LocalFileSystem'");
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

async function run(connection: DuckDBConnection, statement: StatementRequest): Promise<RowsText> {
  const result = await connection.run(statement.sql, statement.parameters);
  const columns = await result.getColumns();
  const length = columns[0]?.length ?? 0;
  return {
    rows: encodeRows(columns, statement.types, statement.limit),
    rowCount: statement.limit === null ? length : Math.min(length, statement.limit),
    truncated: statement.limit !== null && length > statement.limit,
  };
}

async function serve(instance: DuckDBInstance): Promise<void> {
  const idle: DuckDBConnection[] = [];
  for (let index = 0; index < setup.connections; index++) idle.push(await instance.connect());
  const running = new Map<number, DuckDBConnection>();
  const interrupted = new Set<number>();

  const answer = async (id: number, statements: StatementRequest[]) => {
    const connection = idle.pop() ?? (await instance.connect());
    running.set(id, connection);
    try {
      const results: RowsText[] = [];
      for (const statement of statements) results.push(await run(connection, statement));
      tell({ id, results });
    } catch (error) {
      tell({ id, failed: error instanceof Error ? error.message : String(error), interrupted: interrupted.has(id) });
    } finally {
      running.delete(id);
      // An interrupt that came late would hit the connection's next query.
      if (interrupted.delete(id)) {
        connection.closeSync();
        idle.push(await instance.connect());
      } else {
        idle.push(connection);
      }
    }
  };

  process.on('message', (message: ToReader) => {
    if ('statements' in message) void answer(message.id, message.statements);
    else if (running.has(message.id)) {
      interrupted.add(message.id);
      running.get(message.id)!.interrupt();
    }
  });
}

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
setInterval(() => {
  if (process.memoryUsage.rss() > (setup.memoryMb + RSS_ALLOWANCE_MB) * 1024 * 1024) process.exit(137);
}, 250).unref();

try {
  await serve(await open());
  tell({ ready: true });
} catch (error) {
  tell({ refused: error instanceof Error ? error.message : String(error) });
  process.disconnect();
}
