import { DuckDBInstance } from '@duckdb/node-api';
import type { FromReader, ReaderSetup, RowsText, StatementRequest, ToReader } from './messages.ts';
import { ReaderSession } from './reader-session.ts';

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
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

async function serve(instance: DuckDBInstance): Promise<void> {
  const connect = async () => new ReaderSession(await instance.connect());
  const idle: ReaderSession[] = [];
  for (let index = 0; index < setup.connections; index++) idle.push(await connect());
  const running = new Map<number, ReaderSession>();
  const interrupted = new Set<number>();

  const answer = async (id: number, statements: StatementRequest[]) => {
    const session = idle.pop() ?? (await connect());
    running.set(id, session);
    try {
      const results: RowsText[] = [];
      for (const statement of statements) results.push(await session.run(statement));
      tell({ id, results });
    } catch (error) {
      tell({ id, failed: error instanceof Error ? error.message : String(error), interrupted: interrupted.has(id) });
    } finally {
      running.delete(id);
      // An interrupt that came late would hit the connection's next query.
      if (interrupted.delete(id)) {
        session.close();
        idle.push(await connect());
      } else {
        idle.push(session);
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
