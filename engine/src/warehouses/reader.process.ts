import { basename } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Credits, UNREAD_PARTS } from '../stream/credits.ts';
import type { StreamParts, StreamRequest } from '../stream/stream-request.ts';
import type {
  FromReader,
  ParseRequest,
  ReaderSetup,
  RowsText,
  SandboxRequest,
  StatementRequest,
  ToReader,
} from './messages.ts';
import { WITHOUT_FAULTS } from './engine-faults.ts';
import { parsePostgres } from './parse-postgres.ts';
import { ReaderSession } from './reader-session.ts';
import { SandboxSession, StatementError } from './sandbox-session.ts';

/** Entry of a reader: one version file, read-only, closed to everything else, gone with its parent. */

const setup = JSON.parse(process.argv[2]!) as ReaderSetup;
const tell = (message: FromReader) => process.send?.(message);

/** Rows that DuckDB reads as one piece. */
const ROWS_OF_A_GROUP = 122_880;
/** Node and DuckDB's own bookkeeping come on top of DuckDB's bound. */
const RSS_ALLOWANCE_MB = 400;
/** What a single function allocates is not in DuckDB's bound, so one that runs what people wrote is watched closely. */
const WATCH_MS = setup.sandbox ? 25 : 250;

/**
 * Of the longest table. Where all fit into one group no two threads can read one at the same time: to hand work from one
 * to the other costs a query more than it gains.
 */
async function mostRows(connection: DuckDBConnection): Promise<number> {
  const found = await connection.runAndReadAll('SELECT COALESCE(MAX(estimated_size), 0) FROM duckdb_tables()');
  return Number(found.getRows()[0]![0]);
}

async function open(): Promise<DuckDBInstance> {
  const { beside = [] } = setup;
  const instance = await DuckDBInstance.create(setup.file, {
    ...(setup.file !== ':memory:' && { access_mode: 'READ_ONLY' }),
    memory_limit: `${setup.memoryMb}MB`,
    threads: String(setup.threads),
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    ...(beside.length === 0 && { enable_external_access: 'false' }),
  });
  const connection = await instance.connect();
  for (const file of beside)
    await connection.run(`ATTACH '${file.replaceAll("'", "''")}' AS "${basename(file)}" (READ_ONLY)`);
  if (beside.length > 0) await connection.run('SET GLOBAL enable_external_access = false');
  if (!setup.sandbox && (await mostRows(connection)) <= ROWS_OF_A_GROUP) await connection.run('SET threads = 1');
  await connection.run("SET disabled_filesystems = 'LocalFileSystem'");
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  await connection.run(WITHOUT_FAULTS);
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

interface Session {
  run(request: StatementRequest | SandboxRequest): Promise<RowsText[]>;
  /** What people wrote is not streamed. */
  stream?(request: StreamRequest): StreamParts;
  interrupt(): void;
  close(): void;
}

/** What makes sessions; for what people wrote nothing is open before it is asked. */
async function opened(): Promise<() => Promise<Session>> {
  if (setup.sandbox) {
    // Opened once here too, so that a file that is none is noticed before anybody asks.
    (await open()).closeSync();
    return () => Promise.resolve(new SandboxSession(setup) as Session);
  }
  const instance = await open();
  return async () => new ReaderSession(await instance.connect()) as Session;
}

async function parsed({ parse }: ParseRequest): Promise<RowsText> {
  return { rows: await parsePostgres(parse), rowCount: 0, truncated: false };
}

async function serve(connect: () => Promise<Session>): Promise<void> {
  const idle: Session[] = [];
  for (let index = 0; index < setup.connections; index++) idle.push(await connect());
  const running = new Map<number, Session>();
  const interrupted = new Set<number>();
  const credits = new Map<number, Credits>();

  type Request = StatementRequest | SandboxRequest | ParseRequest;
  const runAll = async (session: Session, statements: Request[]): Promise<RowsText[]> => {
    const results: RowsText[] = [];
    for (const statement of statements)
      results.push(...('parse' in statement ? [await parsed(statement)] : await session.run(statement)));
    return results;
  };

  const sendParts = async (id: number, session: Session, request: StreamRequest) => {
    const allowed = new Credits(UNREAD_PARTS);
    credits.set(id, allowed);
    const parts = session.stream!(request);
    try {
      for (let next = await parts.next(); ; next = await parts.next()) {
        if (next.done) return next.value;
        tell({ id, part: next.value });
        await allowed.take();
      }
    } finally {
      credits.delete(id);
      await parts.return({ rowCount: 0, truncated: false });
    }
  };

  const answer = async (id: number, work: (session: Session) => Promise<FromReader>) => {
    const session = idle.pop() ?? (await connect());
    running.set(id, session);
    try {
      tell(await work(session));
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      const fault = error instanceof StatementError ? { fault: error.fault } : {};
      tell({ id, failed, interrupted: interrupted.has(id), ...fault });
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
    const { id } = message;
    if ('statements' in message)
      void answer(id, async (session) => ({ id, results: await runAll(session, message.statements) }));
    else if ('stream' in message)
      void answer(id, async (session) => ({ id, ended: await sendParts(id, session, message.stream) }));
    else if ('more' in message) credits.get(id)?.give();
    else if (running.has(message.id)) {
      interrupted.add(message.id);
      running.get(message.id)!.interrupt();
      credits.get(message.id)?.refuse(new Error('The stream was stopped.'));
    }
  });
}

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
setInterval(() => {
  if (process.memoryUsage.rss() > (setup.memoryMb + RSS_ALLOWANCE_MB) * 1024 * 1024) process.exit(137);
}, WATCH_MS).unref();

try {
  await serve(await opened());
  tell({ ready: true });
} catch (error) {
  tell({ refused: error instanceof Error ? error.message : String(error) });
  process.disconnect();
}
