import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryError } from '../../errors.ts';
import { Credits, UNREAD_PARTS } from '../../stream/credits.ts';
import type { StreamEnd, StreamParts, StreamRequest } from '../../stream/stream-request.ts';
import type { RowsText, StatementRequest } from '../../dialects/statement.ts';
import type {
  FromReader,
  ParseRequest,
  ReaderSetup,
  SandboxRequest,
  SandboxStreamRequest,
  ToReader,
} from './messages.ts';
import { MAX_EXPRESSION_DEPTH, SAFE_OPTIMIZERS } from '../engine-faults.ts';
import { parsePostgres } from './parse-postgres.ts';
import { ReaderSession } from './reader-session.ts';
import { SandboxSession, StatementError } from './sandbox-session.ts';
import { attachFiles, NO_EXTENSIONS, ROW_GROUP_ROWS } from './open-database.ts';

/**
 * Rows of the longest table, in all of its segments. If all tables fit into one row group, threads cannot share a scan,
 * and a second one only costs time.
 */
async function mostRows(connection: DuckDBConnection): Promise<number> {
  const reader = await connection.runAndReadAll(
    'SELECT COALESCE(MAX(rows), 0) FROM (SELECT SUM(estimated_size) AS rows FROM duckdb_tables() GROUP BY table_name)',
  );
  return Number(reader.getRows()[0]![0]);
}

async function open(setup: ReaderSetup): Promise<DuckDBInstance> {
  const { beside = [] } = setup;
  const instance = await DuckDBInstance.create(setup.file, {
    ...(setup.file !== ':memory:' && { access_mode: 'READ_ONLY' }),
    memory_limit: `${setup.memoryMb}MB`,
    threads: String(setup.threads),
    temp_directory: '',
    max_expression_depth: MAX_EXPRESSION_DEPTH,
    ...NO_EXTENSIONS,
    allow_community_extensions: 'false',
    ...(beside.length === 0 && { enable_external_access: 'false' }),
  });
  const connection = await instance.connect();
  await attachFiles(connection, beside);
  if (beside.length > 0) await connection.run('SET GLOBAL enable_external_access = false');
  if (!setup.sandbox && (await mostRows(connection)) <= ROW_GROUP_ROWS) await connection.run('SET threads = 1');
  await connection.run("SET disabled_filesystems = 'LocalFileSystem'");
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  await connection.run(SAFE_OPTIMIZERS);
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

interface Session {
  run(request: StatementRequest | SandboxRequest): Promise<RowsText[]>;
  stream(request: StreamRequest | SandboxStreamRequest): StreamParts;
  interrupt(): void;
  close(): void;
}

interface OpenFile {
  connect(): Promise<Session>;
  close(): void;
}

async function openFile(setup: ReaderSetup): Promise<OpenFile> {
  const instance = await open(setup);
  if (!setup.sandbox)
    return {
      connect: async () => new ReaderSession(await instance.connect(), setup.resultBytes) as Session,
      close: () => instance.closeSync(),
    };
  // A sandbox opens nothing before a request; opened once here, an invalid file is detected before the first.
  instance.closeSync();
  return { connect: () => Promise.resolve(new SandboxSession(setup) as Session), close: () => undefined };
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

/** Opens a version file read-only and runs requests, one per session. */
export class RequestHandler {
  readonly #file: OpenFile;
  readonly #send: (message: FromReader) => void;
  readonly #idle: Session[] = [];
  readonly #running = new Map<number, Session>();
  readonly #interrupted = new Set<number>();
  readonly #credits = new Map<number, Credits>();
  #closed = false;

  /** `send` receives the results. Throws what the file cannot be opened for. */
  static async open(setup: ReaderSetup, send: (message: FromReader) => void): Promise<RequestHandler> {
    const handler = new RequestHandler(await openFile(setup), send);
    for (let index = 0; index < setup.connections; index++) handler.#idle.push(await handler.#file.connect());
    return handler;
  }

  private constructor(file: OpenFile, send: (message: FromReader) => void) {
    this.#file = file;
    this.#send = send;
  }

  handle(message: ToReader): void {
    const { id } = message;
    if ('statements' in message)
      void this.#answer(id, async (session) => ({ id, results: await runAll(session, message.statements) }));
    else if ('stream' in message)
      void this.#answer(id, async (session) => ({ id, ended: await this.#sendParts(id, session, message.stream) }));
    else if ('more' in message) this.#credits.get(id)?.give();
    else if (this.#running.has(id)) this.#interrupt(id);
  }

  /** Interrupts what is running and closes the file once all of it has ended. */
  close(): void {
    this.#closed = true;
    for (const id of this.#running.keys()) this.#interrupt(id);
    this.#closeWhenIdle();
  }

  #interrupt(id: number): void {
    this.#interrupted.add(id);
    this.#running.get(id)!.interrupt();
    this.#credits.get(id)?.refuse(new Error('The stream was stopped.'));
  }

  #closeWhenIdle(): void {
    for (const session of this.#idle.splice(0)) session.close();
    if (this.#running.size === 0) this.#file.close();
  }

  async #answer(id: number, work: (session: Session) => Promise<FromReader>): Promise<void> {
    const session = this.#idle.pop() ?? (await this.#file.connect());
    this.#running.set(id, session);
    try {
      this.#send(await work(session));
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      const issue = error instanceof StatementError ? { fault: error.fault } : {};
      const rejected = error instanceof QueryError ? { details: error.details } : {};
      this.#send({ id, failed, interrupted: this.#interrupted.has(id), ...issue, ...rejected });
    } finally {
      this.#running.delete(id);
      // A late interrupt would stop the connection's next query.
      if (this.#interrupted.delete(id)) {
        session.close();
        this.#idle.push(await this.#file.connect());
      } else {
        this.#idle.push(session);
      }
      if (this.#closed) this.#closeWhenIdle();
    }
  }

  async #sendParts(id: number, session: Session, request: StreamRequest | SandboxStreamRequest): Promise<StreamEnd> {
    const allowed = new Credits(UNREAD_PARTS);
    this.#credits.set(id, allowed);
    const parts = session.stream(request);
    try {
      for (let next = await parts.next(); ; next = await parts.next()) {
        if (next.done) return next.value;
        this.#send({ id, part: next.value });
        await allowed.take();
      }
    } finally {
      this.#credits.delete(id);
      await parts.return({ rowCount: 0, truncated: false });
    }
  }
}
