import { createHash } from 'node:crypto';
import {
  Client,
  Pool,
  types,
  type ClientConfig,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import { isUuid } from '@rise/contract';
import { SYSTEM, type Actor, type TenantActor } from '../actor.ts';
import { DatabaseUnavailable } from '../errors/database-unavailable.ts';
import { takeLease, type Lease, type LeaseRequest } from './lease.ts';
import type { Sql } from './sql.ts';
import { withStartUpOption } from './start-up-option.ts';
import { toDatabaseError } from './unavailable.ts';

// Counts and 64-bit identifiers of our own tables stay far below 2^53; money never passes through here.
types.setTypeParser(types.builtins.INT8, Number);

/** Constant SQL that several statements of a file share, such as a table's list of columns. */
class SqlFragment {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Takes no values, so nothing but text of the code becomes part of a statement. */
export const fragment = ([text]: TemplateStringsArray): SqlFragment => new SqlFragment(text!);

declare const tenantBrand: unique symbol;
declare const globalBrand: unique symbol;

/** A transaction that sees one tenant's rows. There is no other access to tenant data. */
export type TenantTx = Sql & {
  readonly [tenantBrand]: true;
  readonly tenantId: string;
  /** The database that it is of, for what is cached by tenant: another one may have the same tenants. */
  readonly origin: object;
};
/** A transaction that sees global tables only: accounts, sessions, tenants. */
export type GlobalTx = Sql & { readonly [globalBrand]: true };

/** `'reads'`: the database rejects any change, and results are returned without waiting for the commit. */
export type Mode = 'reads' | 'writes';

export interface Listening {
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connects as the application's role, which owns nothing and cannot bypass row-level security. */
  connection: PoolConfig & { connectionString: string };
  onError?: (error: Error) => void;
  timeouts?: Partial<Timeouts>;
}

/** In milliseconds. After these, `DatabaseUnavailable` is thrown. */
interface Timeouts {
  /** To connect, and to wait for a free connection. */
  connectMs: number;
  /** Of one statement, on the server. */
  statementMs: number;
  /** Longer than that, a server does not respond at all, and its connection is closed. */
  graceMs: number;
}

const TIMEOUTS: Timeouts = { connectMs: 5000, statementMs: 10_000, graceMs: 2000 };
/** For what no request waits for: a start, beside others on a busy machine, takes longer than a request may. */
const PATIENT_CONNECT_MS = 60_000;
/** A transaction that does nothing for so long belongs to a process that stands still; its locks are released. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const RECONNECT_MS = 1000;
const CLOSE_MS = 3000;
const CONNECTIONS = 12;
/** Connections for reads of global tables. Each is used for a single statement at a time, so a few serve many requests. */
const GLOBAL_READERS = 4;

/** As `rise_is_global()` and `Mode` require, from the start of the session to its end. */
const GLOBAL_READER = '-c rise.scope=global -c default_transaction_read_only=on';

/** Since when the installation is read-only, and the reason that pages show. */
export interface ReadOnly {
  readonly since: Date;
  readonly reason: string;
}

/** The application's connections. The pool itself is private to this file. */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #pool: Pool;
  /** Its sessions are global and read-only from the start: a statement needs no transaction around it. */
  readonly #globalReaders: Pool;
  readonly #listeners = new Set<Listener>();

  /** Connects when it is first used. */
  constructor(options: DatabaseOptions) {
    this.#options = options;
    const limits = toConnectionLimits({ ...TIMEOUTS, ...options.timeouts });
    const { connectionString, ...connection } = options.connection;
    this.#pool = newPool({ max: CONNECTIONS, ...limits, ...options.connection }, options.onError);
    const reading = { max: GLOBAL_READERS, ...limits, ...connection };
    this.#globalReaders = newPool(
      { ...reading, connectionString: withStartUpOption(connectionString, GLOBAL_READER) },
      options.onError,
    );
  }

  /** Set while an operator has made the installation read-only: routes that write refuse, and jobs pause. */
  readOnly: ReadOnly | null = null;

  /** Runs `work` in one transaction inside the actor's tenant; commits when it resolves, rolls back when it throws. */
  withTenant<T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>, mode: Mode = 'writes'): Promise<T> {
    if (!isUuid(actor.tenantId)) throw new TypeError('A tenant id must be a UUID');
    const settings = `SELECT set_config('rise.scope', 'tenant', true), set_config('rise.tenant', '${actor.tenantId}', true)`;
    return this.#transaction({ actor, isTenants: true, settings, mode }, (sql) =>
      work({ ...sql, tenantId: actor.tenantId, origin: this as object } as TenantTx),
    );
  }

  /** The same for the global tables. `'reads'`: each statement is a transaction of its own. */
  withGlobal<T>(actor: Actor, work: (tx: GlobalTx) => Promise<T>, mode: Mode = 'writes'): Promise<T> {
    if (mode === 'reads') return this.#readGlobal((sql) => work(sql as GlobalTx));
    const settings = `SELECT set_config('rise.scope', 'global', true)`;
    return this.#transaction({ actor, isTenants: false, settings, mode }, (sql) => work(sql as GlobalTx));
  }

  /**
   * Calls `handler` for each notification on a channel, over a separate connection that reconnects when it is lost;
   * also after each reconnect, since notifications may have been missed. Resolves once it listens.
   */
  async listen(channel: string, handler: () => void): Promise<Listening> {
    const listening = new Listener(this.#options, channel, handler);
    this.#listeners.add(listening);
    await listening.connect(PATIENT_CONNECT_MS);
    return listening;
  }

  /** Takes a lease, over a connection of its own. */
  takeLease(request: LeaseRequest): Promise<Lease | null> {
    const connectMs = this.#options.timeouts?.connectMs ?? TIMEOUTS.connectMs;
    const connectionTimeoutMillis = request.waiting ? PATIENT_CONNECT_MS : connectMs;
    return takeLease({ connectionTimeoutMillis, ...this.#options.connection } as ClientConfig, request);
  }

  /** Whether any server holds a lease. */
  isLeased(name: string): Promise<boolean> {
    return this.#transaction({ actor: SYSTEM, isTenants: false, settings: 'SELECT 1', mode: 'reads' }, async (sql) => {
      const row = await sql.first<{ free: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtextextended('rise.lease ' || ${name}, 0)) AS free`;
      return !row!.free;
    });
  }

  /** Closes all connections; those that do not respond are left to the end of the process. */
  async close(): Promise<void> {
    const stopped = [...this.#listeners].map((listening) => listening.stop());
    await inTime(Promise.all([...stopped, this.#pool.end(), this.#globalReaders.end()]));
  }

  async #readGlobal<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await connect(this.#globalReaders);
    try {
      const result = await work(sqlOn(client));
      client.release();
      return result;
    } catch (error) {
      client.release(error instanceof DatabaseUnavailable);
      throw error;
    }
  }

  async #transaction<T>(
    { actor, isTenants, settings, mode }: { actor: Actor; isTenants: boolean; settings: string; mode: Mode },
    work: (sql: Sql) => Promise<T>,
  ): Promise<T> {
    const record = mode === 'writes' ? actor.record : undefined;
    const client = await connect(this.#pool);
    const begin = send(client, { text: `BEGIN${mode === 'reads' ? ' READ ONLY' : ''}; ${settings}` });
    // Awaited below. If it fails, the statement pipelined behind it has no scope, so it reads and changes no rows.
    begin.catch(() => {});
    try {
      const sql = sqlOn(client);
      const result = await work(sql);
      await record?.writeIn(sql, actor, isTenants);
      await begin;
      const committed = send(client, { text: 'COMMIT' });
      if (mode === 'reads') committed.catch(() => {});
      else await committed;
      // The next user of the connection is pipelined behind the commit: one backend serves the entire request.
      client.release();
      return result;
    } catch (error) {
      record?.onRollback();
      // A connection that does not respond would not roll back either; when it closes, the server does.
      if (error instanceof DatabaseUnavailable) client.release(true);
      else await release(client, client.query('ROLLBACK'));
      throw error;
    }
  }
}

/** Settings of the driver and of the session; `query_timeout` is the driver's own and closes the connection. */
const toConnectionLimits = ({ connectMs, statementMs, graceMs }: Timeouts): PoolConfig => ({
  connectionTimeoutMillis: connectMs,
  statement_timeout: statementMs,
  query_timeout: statementMs + graceMs,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  keepAlive: true,
});

/** A connection of the pool. Throws `DatabaseUnavailable`, whatever the reason. */
async function connect(pool: Pool): Promise<PoolClient> {
  const started = performance.now();
  try {
    return await pool.connect();
  } catch (error) {
    if (!isLate(pool, performance.now() - started)) throw new DatabaseUnavailable(error);
  }
  return pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailable(error);
  });
}

/** Milliseconds; a timer that fires as much later belongs to a process that itself stood still meanwhile. */
const LATE_MS = 100;

/** Whether the time to wait passed unseen: the connection may have been there long before. */
const isLate = ({ options }: Pool, waitedMs: number): boolean =>
  waitedMs > (options.connectionTimeoutMillis ?? Infinity) + LATE_MS;

/** Sends a statement. Throws `DatabaseUnavailable`, or the database's error about the statement. */
async function send(client: PoolClient, query: QueryConfig): Promise<QueryResult> {
  try {
    return await client.query(query);
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/** Waits for connections to close, no longer than a server takes that responds. */
async function inTime(closed: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
  });
  await Promise.race([closed, late]).finally(() => clearTimeout(timer));
}

/** Pipelined: a statement is sent while the previous one runs, so that BEGIN costs no round trip. */
function newPool(connection: PoolConfig, onError: DatabaseOptions['onError']): Pool {
  const pool = new Pool({ ...connection, pipeline: true });
  // An idle connection that the database closes emits here; without a listener it would end the process.
  pool.on('error', (error) => onError?.(error));
  // So does one that breaks during a transaction, whose statements fail anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Releases a connection once its transaction has ended; closes one that cannot end it. */
async function release(client: PoolClient, ended: Promise<unknown>): Promise<void> {
  await ended.then(
    () => client.release(),
    () => client.release(true),
  );
}

/** One connection that listens and reconnects until it is stopped. */
class Listener implements Listening {
  readonly #options: DatabaseOptions;
  readonly #channel: string;
  readonly #handler: () => void;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: DatabaseOptions, channel: string, handler: () => void) {
    this.#options = options;
    this.#channel = channel;
    this.#handler = handler;
  }

  /** Throws where the connection cannot be made. */
  async connect(connectionTimeoutMillis = this.#options.timeouts?.connectMs ?? TIMEOUTS.connectMs): Promise<void> {
    const client = new Client({
      keepAlive: true,
      connectionTimeoutMillis,
      ...this.#options.connection,
    } as ClientConfig);
    this.#client = client;
    client.on('notification', () => this.#handler());
    let lost = false;
    const onLost = () => {
      if (lost || this.#stopped) return;
      lost = true;
      this.#later();
    };
    client.on('error', (error: Error) => {
      if (!lost) this.#options.onError?.(error);
      onLost();
    });
    client.on('end', onLost);
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(this.#channel)}`);
    } catch (error) {
      lost = true;
      await client.end().catch(() => {});
      throw error;
    }
    if (this.#stopped) return client.end();
    this.#handler();
  }

  #later(): void {
    this.#timer = setTimeout(() => {
      this.connect().catch((error: Error) => {
        this.#options.onError?.(error);
        if (!this.#stopped) this.#later();
      });
    }, RECONNECT_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await inTime(this.#client?.end().catch(() => {}));
  }
}

function sqlOn(client: PoolClient): Sql {
  const run = (text: TemplateStringsArray, values: unknown[]) => {
    const bound = values.filter((value) => !(value instanceof SqlFragment));
    return send(client, { ...statement(text, values), values: bound });
  };
  return {
    rows: async <Row>(text: TemplateStringsArray, ...values: unknown[]) => (await run(text, values)).rows as Row[],
    first: async <Row>(text: TemplateStringsArray, ...values: unknown[]) =>
      ((await run(text, values)).rows[0] as Row | undefined) ?? null,
    run: async (text: TemplateStringsArray, ...values: unknown[]) => (await run(text, values)).rowCount ?? 0,
  };
}

interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

const statements = new WeakMap<TemplateStringsArray, PreparedStatement & { readonly values: readonly unknown[] }>();
const fragmentAt = (values: readonly unknown[], index: number) =>
  values[index] instanceof SqlFragment ? values[index] : null;

/** Every template in the code is a prepared statement: planning a join under row-level security costs more than running it. */
function statement(template: TemplateStringsArray, values: readonly unknown[]): PreparedStatement {
  const known = statements.get(template);
  if (known?.values.every((_, index) => fragmentAt(known.values, index) === fragmentAt(values, index)))
    return { name: known.name, text: known.text };
  let parameters = 0;
  const text = template.reduce((sql, part, index) => {
    const shared = fragmentAt(values, index - 1);
    return `${sql}${shared ? shared.text : `$${++parameters}`}${part}`;
  });
  const prepared = { name: createHash('sha256').update(text).digest('base64url'), text };
  statements.set(template, { ...prepared, values: values.map((_, index) => fragmentAt(values, index)) });
  return prepared;
}
