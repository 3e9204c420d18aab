import type sdkOf from 'snowflake-sdk';
import type { Connection, ConnectionOptions } from 'snowflake-sdk';
import { GuardedHttpAgent, GuardedHttpsAgent } from '../guarded-agent.ts';
import type { DriverOptions, SnowflakeSettings } from '../server-settings.ts';

/**
 * Session parameters that the dialect depends on: quoted identifiers ignore case, times are in UTC, weeks start on
 * Monday, dates and times have the common format. Secondary roles are off.
 */
const SET_UP = [
  `ALTER SESSION SET TIMEZONE = 'UTC', TIMESTAMP_TYPE_MAPPING = 'TIMESTAMP_NTZ', WEEK_START = 1, WEEK_OF_YEAR_POLICY = 0, QUOTED_IDENTIFIERS_IGNORE_CASE = TRUE, DATE_OUTPUT_FORMAT = 'YYYY-MM-DD', TIMESTAMP_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF6', TIMESTAMP_NTZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF6', TIMESTAMP_LTZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF6'`,
  'USE SECONDARY ROLES NONE',
];

type Library = typeof sdkOf;
let loading: Promise<Library> | null = null;

/** Loaded on demand: it is large, and inspects the machine unless these variables forbid it. */
function library(): Promise<Library> {
  loading ??= (async () => {
    // Turn off requests to cloud metadata addresses, a native library, and telemetry.
    process.env['SNOWFLAKE_DISABLE_PLATFORM_DETECTION'] ??= 'true';
    process.env['SNOWFLAKE_DISABLE_MINICORE'] ??= 'true';
    process.env['SF_TELEMETRY_DISABLE_CONNECTION_SHAPE'] ??= 'true';
    const { default: sdk } = await import('snowflake-sdk');
    // The driver throws its errors; by default it would also write a log file to the working directory.
    sdk.configure({ logLevel: 'OFF', additionalLogToConsole: false, useEnvProxy: false });
    return sdk;
  })();
  return loading;
}

/** Agents whose look-up judges every connection: chunks of long results come from other hosts than Snowflake's own. */
function agents({ host, tls, connections }: SnowflakeSettings, { lookup }: DriverOptions) {
  const common = { keepAlive: true, maxSockets: connections * 2, lookup };
  const plain = new GuardedHttpAgent(common);
  const trusted = new GuardedHttpsAgent(common);
  const own = tls?.ca ? new GuardedHttpsAgent({ ...common, ca: tls.ca }) : trusted;
  return {
    of: ({ protocol, hostname }: { protocol: string; hostname: string }) =>
      protocol === 'http:' ? plain : hostname.replace(/^\[|\]$/g, '') === host ? own : trusted,
    close: () => [plain, trusted, own].forEach((agent) => agent.destroy()),
  };
}

function credentials({ password, token, privateKey, passphrase }: SnowflakeSettings) {
  if (privateKey !== null)
    return { authenticator: 'SNOWFLAKE_JWT', privateKey, ...(passphrase !== null && { privateKeyPass: passphrase }) };
  if (token !== null) return { authenticator: 'PROGRAMMATIC_ACCESS_TOKEN', token };
  return { authenticator: 'SNOWFLAKE', password: password ?? '' };
}

/** Snowflake drops a session after four idle hours. */
const IDLE_MS = 60 * 60 * 1000;

const execute = (session: Connection, sqlText: string): Promise<void> =>
  new Promise((resolve, reject) => {
    session.execute({ sqlText, complete: (error) => (error ? reject(error as Error) : resolve()) });
  });

/** Resolves when `work` does, unless the signal aborts first. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const end = (session: Connection): Promise<void> =>
  new Promise((resolve) => {
    session.destroy(() => resolve());
  });

/** Reused sessions of one user. */
export class SnowflakeSessions {
  readonly #settings: SnowflakeSettings;
  readonly #deadlineMs: number;
  readonly #agents: ReturnType<typeof agents>;
  readonly #free: { session: Connection; since: number }[] = [];
  #closed = false;

  constructor(settings: SnowflakeSettings, options: DriverOptions) {
    this.#settings = settings;
    this.#deadlineMs = options.deadlineMs;
    this.#agents = agents(settings, options);
  }

  /** A session for one caller at a time, until it is returned. */
  async take(signal: AbortSignal): Promise<Connection> {
    for (let idle = this.#free.pop(); idle; idle = this.#free.pop()) {
      if (idle.session.isUp() && Date.now() - idle.since < IDLE_MS) return idle.session;
      void end(idle.session);
    }
    const opening = this.#open();
    try {
      return await unlessAborted(opening, signal);
    } catch (error) {
      // If the caller has aborted meanwhile, the session goes to the next one.
      if (signal.aborted)
        opening.then(
          (session) => this.#keep(session),
          () => undefined,
        );
      throw error;
    }
  }

  giveBack(session: Connection, broken: boolean): void {
    if (broken) void end(session);
    else this.#keep(session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#free.splice(0).map(({ session }) => end(session)));
    this.#agents.close();
  }

  #keep(session: Connection): void {
    if (this.#closed || !session.isUp() || this.#free.length >= this.#settings.connections) void end(session);
    else this.#free.push({ session, since: Date.now() });
  }

  async #open(): Promise<Connection> {
    const sdk = await library();
    const session = sdk.createConnection(this.#connectionOptions());
    await new Promise<void>((resolve, reject) => {
      session.connect((error) => (error ? reject(error as Error) : resolve()));
    });
    for (const statement of SET_UP) await execute(session, statement);
    return session;
  }

  #connectionOptions(): ConnectionOptions & Record<'agentClass', unknown> & Record<`sfRetry${string}`, number> {
    const { host, port, account, user, warehouse, database, schema, role, tls } = this.#settings;
    return {
      account,
      accessUrl: `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
      username: user,
      ...credentials(this.#settings),
      warehouse,
      database,
      schema,
      ...(role !== null && { role }),
      application: 'rise',
      rowMode: 'array',
      fetchAsString: ['Number', 'Date', 'Boolean'],
      jsTreatIntegerAsBigInt: true,
      representNullAsStringNull: false,
      clientSessionKeepAlive: false,
      disableConsoleLogin: true,
      timeout: this.#deadlineMs + 5000,
      // Network errors are retried by the caller.
      sfRetryMaxLoginRetries: 1,
      sfRetryMaxNumRetries: 1,
      sfRetryStartingSleepTime: 0.1,
      sfRetryMaxSleepTime: 1,
      agentClass: this.#agents.of,
    };
  }
}
