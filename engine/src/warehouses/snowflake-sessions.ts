import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type sdkOf from 'snowflake-sdk';
import type { Connection, ConnectionOptions } from 'snowflake-sdk';
import type { DriverOptions, SnowflakeSettings } from './server-settings.ts';

/**
 * What the dialect counts on: quoted names find tables whatever their case, times are in UTC, weeks begin on Monday,
 * days and times are written as on every engine. Nothing that a secondary role may do counts.
 */
const SET_UP = [
  `ALTER SESSION SET TIMEZONE = 'UTC', TIMESTAMP_TYPE_MAPPING = 'TIMESTAMP_NTZ', WEEK_START = 1, WEEK_OF_YEAR_POLICY = 0, QUOTED_IDENTIFIERS_IGNORE_CASE = TRUE, DATE_OUTPUT_FORMAT = 'YYYY-MM-DD', TIMESTAMP_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF6', TIMESTAMP_NTZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF6', TIMESTAMP_LTZ_OUTPUT_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF6'`,
  'USE SECONDARY ROLES NONE',
];

type Library = typeof sdkOf;
let loading: Promise<Library> | null = null;

/** Loaded once it is needed: it is large, and looks around on the machine unless it is told not to. */
function library(): Promise<Library> {
  loading ??= (async () => {
    // Requests to addresses of cloud machines, a native library, and messages about the connection's shape.
    process.env['SNOWFLAKE_DISABLE_PLATFORM_DETECTION'] ??= 'true';
    process.env['SNOWFLAKE_DISABLE_MINICORE'] ??= 'true';
    process.env['SF_TELEMETRY_DISABLE_CONNECTION_SHAPE'] ??= 'true';
    const { default: sdk } = await import('snowflake-sdk');
    // The driver throws what goes wrong; by itself it would write a log file where the server was started.
    sdk.configure({ logLevel: 'OFF', additionalLogToConsole: false, useEnvProxy: false });
    return sdk;
  })();
  return loading;
}

/** Agents whose look-up of names is ours; parts of long answers come from other hosts than Snowflake's own. */
function agents({ host, tls, connections }: SnowflakeSettings, { lookup }: DriverOptions) {
  const common = { keepAlive: true, maxSockets: connections * 2, ...(lookup && { lookup }) };
  const plain = new HttpAgent(common);
  const trusted = new HttpsAgent(common);
  const own = tls?.ca ? new HttpsAgent({ ...common, ca: tls.ca }) : trusted;
  return {
    of: ({ protocol, hostname }: { protocol: string; hostname: string }) =>
      protocol === 'http:' ? plain : hostname === host ? own : trusted,
    close: () => [plain, trusted, own].forEach((agent) => agent.destroy()),
  };
}

function credentials({ password, token, privateKey, passphrase }: SnowflakeSettings) {
  if (privateKey !== null)
    return { authenticator: 'SNOWFLAKE_JWT', privateKey, ...(passphrase !== null && { privateKeyPass: passphrase }) };
  if (token !== null) return { authenticator: 'PROGRAMMATIC_ACCESS_TOKEN', token };
  return { authenticator: 'SNOWFLAKE', password: password ?? '' };
}

/** Snowflake forgets a session that nobody used for four hours. */
const IDLE_MS = 60 * 60 * 1000;

/** Sessions of one user; whoever takes one gives it back, or says that it is spoilt. */
export interface SnowflakeSessions {
  take(signal: AbortSignal): Promise<Connection>;
  giveBack(session: Connection, spoilt: boolean): void;
  close(): Promise<void>;
}

export const execute = (session: Connection, sqlText: string): Promise<void> =>
  new Promise((resolve, reject) => {
    session.execute({ sqlText, complete: (error) => (error ? reject(error as Error) : resolve()) });
  });

/** What resolves once `work` does, unless the signal comes first. */
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

export function createSnowflakeSessions(settings: SnowflakeSettings, options: DriverOptions): SnowflakeSessions {
  const { host, port, account, user, warehouse, database, schema, role, tls, connections } = settings;
  const free: { session: Connection; since: number }[] = [];
  let closed = false;
  const { of: agentOf, close: closeAgents } = agents(settings, options);

  const open = async (): Promise<Connection> => {
    const sdk = await library();
    const wanted: ConnectionOptions & Record<'agentClass', unknown> & Record<`sfRetry${string}`, number> = {
      account,
      accessUrl: `${tls === null ? 'http' : 'https'}://${host}:${port}`,
      username: user,
      ...credentials(settings),
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
      timeout: options.deadlineMs + 5000,
      // What a network loses is asked again by whoever asked us.
      sfRetryMaxLoginRetries: 1,
      sfRetryMaxNumRetries: 1,
      sfRetryStartingSleepTime: 0.1,
      sfRetryMaxSleepTime: 1,
      agentClass: agentOf,
    };
    const session = sdk.createConnection(wanted);
    await new Promise<void>((resolve, reject) => {
      session.connect((error) => (error ? reject(error as Error) : resolve()));
    });
    for (const statement of SET_UP) await execute(session, statement);
    return session;
  };

  const keep = (session: Connection) => {
    if (closed || !session.isUp() || free.length >= connections) void end(session);
    else free.push({ session, since: Date.now() });
  };

  return {
    async take(signal) {
      for (let kept = free.pop(); kept; kept = free.pop()) {
        if (kept.session.isUp() && Date.now() - kept.since < IDLE_MS) return kept.session;
        void end(kept.session);
      }
      const opening = open();
      try {
        return await unlessAborted(opening, signal);
      } catch (error) {
        // Who left meanwhile leaves a session for the next one.
        if (signal.aborted) opening.then(keep, () => undefined);
        throw error;
      }
    },
    giveBack(session, spoilt) {
      if (spoilt) void end(session);
      else keep(session);
    },
    async close() {
      closed = true;
      await Promise.all(free.splice(0).map(({ session }) => end(session)));
      closeAgents();
    },
  };
}
