import { basename } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryError } from '../../errors.ts';
import { Credits, UNREAD_PARTS } from '../../stream/credits.ts';
import type { StreamEnd, StreamParts, StreamRequest } from '../../stream/stream-request.ts';
import type { RowsText, StatementRequest } from '../../dialects/statement.ts';
import type { FromReader, ParseRequest, ReaderSetup, SandboxRequest, ToReader } from './messages.ts';
import { SAFE_OPTIMIZERS } from '../engine-faults.ts';
import { parsePostgres } from './parse-postgres.ts';
import { ReaderSession } from './reader-session.ts';
import { SandboxSession, StatementError } from './sandbox-session.ts';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';

/**
 * Entry point of a reader: it opens one version file read-only, has access to nothing else, and exits with its parent.
 */

const setup = JSON.parse(process.argv[2]!) as ReaderSetup;
const send = (message: FromReader) => process.send?.(message);

/** Rows in one of DuckDB's row groups. */
const ROWS_OF_A_GROUP = 122_880;
/** Memory of Node and DuckDB beyond DuckDB's own limit. */
const RSS_ALLOWANCE_MB = 400;
/** A single function's allocations are not covered by DuckDB's limit, so sandboxes are checked more often. */
const WATCH_MS = setup.sandbox ? 25 : 250;

/**
 * Rows of the longest table. If all tables fit into one row group, threads cannot share a scan, and a second one only
 * costs time.
 */
async function mostRows(connection: DuckDBConnection): Promise<number> {
  const reader = await connection.runAndReadAll('SELECT COALESCE(MAX(estimated_size), 0) FROM duckdb_tables()');
  return Number(reader.getRows()[0]![0]);
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
    await connection.run(`ATTACH ${quoteText(file)} AS ${quoteIdentifier(basename(file))} (READ_ONLY)`);
  if (beside.length > 0) await connection.run('SET GLOBAL enable_external_access = false');
  if (!setup.sandbox && (await mostRows(connection)) <= ROWS_OF_A_GROUP) await connection.run('SET threads = 1');
  await connection.run("SET disabled_filesystems = 'LocalFileSystem'");
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  await connection.run(SAFE_OPTIMIZERS);
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

interface Session {
  run(request: StatementRequest | SandboxRequest): Promise<RowsText[]>;
  /** Ad-hoc SQL is not streamed. */
  stream?(request: StreamRequest): StreamParts;
  interrupt(): void;
  close(): void;
}

/** Creates sessions. A sandbox opens nothing before a request. */
async function opened(): Promise<() => Promise<Session>> {
  if (setup.sandbox) {
    // Opened once here, so that an invalid file is detected before the first request.
    (await open()).closeSync();
    return () => Promise.resolve(new SandboxSession(setup) as Session);
  }
  const instance = await open();
  return async () => new ReaderSession(await instance.connect()) as Session;
}

async function parsed({ parse }: ParseRequest): Promise<RowsText> {
  return { rows: await parsePostgres(parse), rowCount: 0, truncated: false };
}

type Request = StatementRequest | SandboxRequest | ParseRequest;

async function runAll(session: Session, statements: Request[]): Promise<RowsText[]> {
  const results: RowsText[] = [];
  for (const statement of statements)
    results.push(...('parse' in statement ? [await parsed(statement)] : await session.run(statement)));
  return results;
}

/** Runs the requests of the parent process, one per session. */
class RequestHandler {
  readonly #connect: () => Promise<Session>;
  readonly #idle: Session[] = [];
  readonly #running = new Map<number, Session>();
  readonly #interrupted = new Set<number>();
  readonly #credits = new Map<number, Credits>();

  constructor(connect: () => Promise<Session>) {
    this.#connect = connect;
  }

  async open(connections: number): Promise<void> {
    for (let index = 0; index < connections; index++) this.#idle.push(await this.#connect());
  }

  handle(message: ToReader): void {
    const { id } = message;
    if ('statements' in message)
      void this.#answer(id, async (session) => ({ id, results: await runAll(session, message.statements) }));
    else if ('stream' in message)
      void this.#answer(id, async (session) => ({ id, ended: await this.#sendParts(id, session, message.stream) }));
    else if ('more' in message) this.#credits.get(id)?.give();
    else if (this.#running.has(id)) {
      this.#interrupted.add(id);
      this.#running.get(id)!.interrupt();
      this.#credits.get(id)?.refuse(new Error('The stream was stopped.'));
    }
  }

  async #answer(id: number, work: (session: Session) => Promise<FromReader>): Promise<void> {
    const session = this.#idle.pop() ?? (await this.#connect());
    this.#running.set(id, session);
    try {
      send(await work(session));
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      const issue = error instanceof StatementError ? { fault: error.fault } : {};
      const rejected = error instanceof QueryError ? { details: error.details } : {};
      send({ id, failed, interrupted: this.#interrupted.has(id), ...issue, ...rejected });
    } finally {
      this.#running.delete(id);
      // A late interrupt would stop the connection's next query.
      if (this.#interrupted.delete(id)) {
        session.close();
        this.#idle.push(await this.#connect());
      } else {
        this.#idle.push(session);
      }
    }
  }

  async #sendParts(id: number, session: Session, request: StreamRequest): Promise<StreamEnd> {
    const allowed = new Credits(UNREAD_PARTS);
    this.#credits.set(id, allowed);
    const parts = session.stream!(request);
    try {
      for (let next = await parts.next(); ; next = await parts.next()) {
        if (next.done) return next.value;
        send({ id, part: next.value });
        await allowed.take();
      }
    } finally {
      this.#credits.delete(id);
      await parts.return({ rowCount: 0, truncated: false });
    }
  }
}

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
setInterval(() => {
  if (process.memoryUsage.rss() > (setup.memoryMb + RSS_ALLOWANCE_MB) * 1024 * 1024) process.exit(137);
}, WATCH_MS).unref();

try {
  const handler = new RequestHandler(await opened());
  await handler.open(setup.connections);
  process.on('message', (message: ToReader) => handler.handle(message));
  send({ ready: true });
} catch (error) {
  send({ refused: error instanceof Error ? error.message : String(error) });
  process.disconnect();
}
