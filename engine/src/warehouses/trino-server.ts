import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResult, Trino } from 'trino-client';
import { QueryTimeout, WarehouseUnavailable } from '../errors.ts';
import type { PlanValue } from '../plan/plan.ts';
import { serverText } from '../stream/column-texts.ts';
import { encodeParts } from '../stream/encoder.ts';
import type { TextBatch } from '../stream/encoder.ts';
import type { StreamRequest } from '../stream/stream-request.ts';
import { networkProblem } from './connection-problem.ts';
import { encodeTextAnswers } from './encode-text.ts';
import { guardedAgent } from './guarded-agent.ts';
import type { RowsText, StatementRequest } from './messages.ts';
import type { ServerDriver, SettingsProblem } from './server-driver.ts';
import type { DriverOptions, TrinoSettings } from './server-settings.ts';
import { withinDeadline, withinDeadlines } from './within-deadline.ts';

type Row = readonly unknown[];

/** What Trino says of a query that failed. */
class TrinoFault extends Error {
  override name = 'TrinoFault';
  /** For example CATALOG_NOT_FOUND. */
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** JSON whose whole numbers beyond a double's exactness stay texts. */
export function readExactJson(text: string): unknown {
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
  return JSON.parse(text.replace(tokens, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token)));
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

function literal(value: PlanValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return value.toExponential();
  return String(value).toUpperCase();
}

/** The statement as Trino takes it with its parameters: in the body, since headers are too short for it. */
export const executed = ({ sql, parameters }: Pick<StatementRequest, 'sql' | 'parameters'>): string =>
  parameters.length === 0 ? sql : `EXECUTE IMMEDIATE ${quoted(sql)} USING ${parameters.map(literal).join(', ')}`;

const textOf = (cell: unknown): string | null => (cell === null || cell === undefined ? null : String(cell));

/** A gateway in front of Trino that asks to come back; Trino's protocol says that clients do. */
const COME_BACK = new Set([429, 502, 503, 504]);
const MOST_TRIES = 10;
const statusOf = (error: unknown): number | undefined => (error as { response?: { status?: number } }).response?.status;

function refusalOf(error: unknown, { user, catalog, token }: TrinoSettings): SettingsProblem | null {
  const status = statusOf(error);
  if (status === 401 || status === 403)
    return token === null
      ? { field: 'password', message: `The warehouse does not take this user and password of '${user}'. Check both.` }
      : { field: 'token', message: `The warehouse does not take this token of '${user}'. Set a new one.` };
  if (!(error instanceof TrinoFault)) return null;
  if (error.code === 'CATALOG_NOT_FOUND' || error.code === 'MISSING_CATALOG_NAME')
    return { field: 'catalog', message: `The warehouse has no catalog '${catalog}'. Check its name.` };
  if (error.code === 'PERMISSION_DENIED')
    return { field: 'user', message: `'${user}' may not read the catalog '${catalog}'. Grant SELECT in it.` };
  return null;
}

/** What a client of trino-client's sends each request with; it has no option for most of it. */
interface ClientConfig {
  httpAgent: unknown;
  httpsAgent: unknown;
  signal: AbortSignal;
  timeout: number;
  maxRedirects: number;
  proxy: false;
  transformResponse(body: unknown): unknown;
}

/** Queries over HTTP, page by page; one that is given up is cancelled on the server. */
export function createTrinoServer(settings: TrinoSettings, options: DriverOptions): ServerDriver {
  const { host, port, user, password, token, catalog, schema, tls } = settings;
  const { deadlineMs } = options;
  const server = `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const agent = guardedAgent(settings, options);
  /** Loaded once it is needed: most installations never ask a Trino. */
  const library = () => import('trino-client');

  interface Bounds {
    signal: AbortSignal;
    /** How long the server may take for the whole of it; none for a stream, whose parts are bounded. */
    wholeMs: number | null;
    tag: string | undefined;
    seen?: (queryId: string) => void;
  }

  const clientFor = async ({ signal, wholeMs, tag, seen }: Bounds): Promise<Trino> => {
    const { BasicAuth, Trino: Client } = await library();
    const client = Client.create({
      server,
      catalog,
      schema,
      source: 'rise',
      ...(password !== null && { auth: new BasicAuth(user, password) }),
      ...(wholeMs !== null && { session: { query_max_run_time: `${wholeMs}ms` } }),
      extraHeaders: {
        'X-Trino-User': user,
        'X-Trino-Time-Zone': 'UTC',
        ...(tag !== undefined && { 'X-Trino-Client-Tags': tag.replaceAll(/[^\w:=-]/g, '_').slice(0, 100) }),
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
    });
    const { clientConfig } = (client as unknown as { client: { clientConfig: ClientConfig } }).client;
    Object.assign(clientConfig, {
      httpAgent: agent,
      httpsAgent: agent,
      signal,
      timeout: deadlineMs + 5000,
      maxRedirects: 0,
      proxy: false,
      transformResponse(body) {
        if (typeof body !== 'string' || !body.startsWith('{')) return body;
        const answer = readExactJson(body) as QueryResult;
        if (answer.id) seen?.(answer.id);
        // Wherever it says to go on, user and password go to no other host.
        const next = answer.nextUri === undefined ? undefined : new URL(answer.nextUri, server);
        return { ...answer, ...(next && { nextUri: `${next.pathname}${next.search}` }) };
      },
    } satisfies ClientConfig);
    return client;
  };

  const patiently = async <T>(step: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await step();
      } catch (error) {
        if (tries === MOST_TRIES || !COME_BACK.has(statusOf(error) ?? 0)) throw error;
        await pause(50 * tries, undefined, { signal });
      }
    }
  };

  const cancelling = new Set<Promise<unknown>>();
  /** Nobody waits for it but who closes the driver. */
  const cancel = (queryId: string) => {
    const done = clientFor({ signal: AbortSignal.timeout(5000), wholeMs: null, tag: undefined })
      .then((client) => client.cancel(queryId))
      .catch(() => undefined)
      .finally(() => cancelling.delete(done));
    cancelling.add(done);
  };

  /** The pages of an answer; leaving before the last one cancels the query. */
  async function* pagesOf(text: string, bounds: Omit<Bounds, 'seen'>): AsyncGenerator<Row[]> {
    let queryId: string | null = null;
    let over = false;
    try {
      const client = await clientFor({ ...bounds, seen: (id) => (queryId = id) });
      const pages = await patiently(() => client.query(text), bounds.signal);
      for (;;) {
        const { value, done } = (await patiently(() => pages.next(), bounds.signal)) as IteratorResult<QueryResult, QueryResult>; // prettier-ignore
        if (typeof value?.id !== 'string') throw new Error(`What answers at ${host}, port ${port} is no Trino.`);
        if (value.error) {
          over = true;
          throw new TrinoFault(value.error.message, value.error.errorName);
        }
        if (done) break;
        if (value.data && value.data.length > 0) yield value.data as Row[];
      }
      over = true;
    } finally {
      if (!over && queryId !== null) cancel(queryId);
    }
  }

  const failureOf = (error: unknown): Error => {
    if (error instanceof TrinoFault && error.code === 'EXCEEDED_TIME_LIMIT') return new QueryTimeout(deadlineMs);
    const message =
      error instanceof TrinoFault ? 'The warehouse refused the query.' : 'The warehouse cannot be reached.';
    return new WarehouseUnavailable(message, { cause: error });
  };

  const run = async (statement: StatementRequest, signal: AbortSignal, tag?: string): Promise<RowsText[]> => {
    const { limit, cuts } = statement;
    const rows: (string | null)[][] = [];
    // Where several answers are cut out of the rows, each has its own limit and the statement holds to it.
    const enough = ({ length }: typeof rows) => !cuts && limit !== null && length > limit;
    for await (const page of pagesOf(executed(statement), { signal, wholeMs: deadlineMs, tag })) {
      for (const row of page) rows.push(row.map(textOf));
      if (enough(rows)) break;
    }
    return encodeTextAnswers(rows, statement);
  };

  async function* batchesOf(
    { types, ...statement }: StreamRequest,
    bounds: Omit<Bounds, 'seen' | 'wholeMs'>,
    arrived: () => void,
  ): AsyncGenerator<TextBatch> {
    for await (const page of pagesOf(executed(statement), { ...bounds, wholeMs: null })) {
      arrived();
      const columns = types.map((type, index) =>
        page.map((row) => {
          const cell = textOf(row[index]);
          return cell === null ? null : serverText(cell, type);
        }),
      );
      yield { columns, count: page.length };
      arrived();
    }
  }

  return {
    query: (statements, signal, tag) =>
      withinDeadline({ deadlineMs, signal, failureOf }, async (stop) => {
        const results: RowsText[] = [];
        for (const statement of statements) results.push(...(await run(statement, stop, tag)));
        return results;
      }),
    stream: (request, signal, tag) =>
      withinDeadlines({ deadlineMs, signal, failureOf }, (stop, arrived) =>
        encodeParts(request, batchesOf(request, { signal: stop, tag }, arrived)),
      ),
    async examine() {
      const signal = AbortSignal.timeout(deadlineMs);
      const one = async (sql: string, ...parameters: PlanValue[]) => {
        const [found] = await run({ sql, parameters, types: ['string'], limit: 1 }, signal);
        return (JSON.parse(found!.rows) as [string][])[0]?.[0] ?? null;
      };
      try {
        if ((await one('SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?', schema)) === null)
          return [{ field: 'schema', message: `The catalog '${catalog}' has no schema '${schema}'. Check its name.` }];
        // Not every connector tells privileges: where none are told, access control in Trino alone decides.
        const writable = await one(
          "SELECT table_name FROM information_schema.table_privileges WHERE table_schema = ? AND grantee = ? AND privilege_type IN ('INSERT', 'UPDATE', 'DELETE')",
          schema,
          user,
        ).catch((error: unknown) => (error instanceof TrinoFault ? null : Promise.reject(error as Error)));
        if (writable === null) return [];
        const message = `'${user}' may change the table '${writable}'. Use a user that has SELECT only.`;
        return [{ field: 'user', message }];
      } catch (error) {
        const problem = networkProblem(error, settings) ?? refusalOf(error, settings);
        if (problem) return [problem];
        return [{ field: 'host', message: `No Trino answers at ${host}, port ${port}: ${(error as Error).message}` }];
      }
    },
    async close() {
      await Promise.all(cancelling);
      agent.destroy();
    },
  };
}
