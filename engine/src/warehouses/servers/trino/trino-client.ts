import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResult, Trino } from 'trino-client';
import type { DriverOptions, TrinoSettings } from '../server-settings.ts';
import { guardedAgent } from '../guarded-agent.ts';

export type TrinoRow = readonly unknown[];

/** A query that Trino reports as failed. */
export class TrinoError extends Error {
  override name = 'TrinoError';
  /** For example CATALOG_NOT_FOUND. */
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Parses JSON; integers that a double cannot represent stay text. */
export function readExactJson(text: string): unknown {
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
  return JSON.parse(text.replace(tokens, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token)));
}

/** HTTP status codes on which Trino's protocol requires clients to retry. */
const RETRY_STATUSES = new Set([429, 502, 503, 504]);
const MAX_TRIES = 10;
export const statusOf = (error: unknown): number | undefined =>
  (error as { response?: { status?: number } }).response?.status;

/** The request configuration of trino-client, which has no options for most of it. */
interface ClientConfig {
  httpAgent: unknown;
  httpsAgent: unknown;
  signal: AbortSignal;
  timeout: number;
  maxRedirects: number;
  proxy: false;
  transformResponse(body: unknown): unknown;
}

export interface TrinoBounds {
  signal: AbortSignal;
  /** Time limit for the complete result on the server; null for a stream, where it applies per chunk. */
  maxRunMs: number | null;
  tag: string | undefined;
}

async function withRetries<T>(step: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (error) {
      if (tries === MAX_TRIES || !RETRY_STATUSES.has(statusOf(error) ?? 0)) throw error;
      await pause(50 * tries, undefined, { signal });
    }
  }
}

/** Runs statements over Trino's HTTP protocol, page by page. */
export class TrinoClient {
  readonly #settings: TrinoSettings;
  readonly #deadlineMs: number;
  readonly #server: string;
  readonly #agent: ReturnType<typeof guardedAgent>;
  readonly #cancelling = new Set<Promise<unknown>>();

  constructor(settings: TrinoSettings, options: DriverOptions) {
    const { host, port, tls } = settings;
    this.#settings = settings;
    this.#deadlineMs = options.deadlineMs;
    this.#server = `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
    this.#agent = guardedAgent(settings, options);
  }

  /** Pages of a result; stopping before the last one cancels the query on the server. */
  async *pages(text: string, bounds: TrinoBounds): AsyncGenerator<TrinoRow[]> {
    const { host, port } = this.#settings;
    let queryId: string | null = null;
    let ended = false;
    try {
      const client = await this.#connect(bounds, (id) => (queryId = id));
      const pages = await withRetries(() => client.query(text), bounds.signal);
      for (;;) {
        const page = await withRetries(() => pages.next(), bounds.signal);
        const { value, done } = page as IteratorResult<QueryResult, QueryResult>;
        if (typeof value?.id !== 'string') throw new Error(`The server at ${host}, port ${port} is not Trino.`);
        if (value.error) {
          ended = true;
          throw new TrinoError(value.error.message, value.error.errorName);
        }
        if (done) break;
        if (value.data && value.data.length > 0) yield value.data as TrinoRow[];
      }
      ended = true;
    } finally {
      if (!ended && queryId !== null) this.#cancel(queryId);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#cancelling);
    this.#agent.destroy();
  }

  async #connect({ signal, maxRunMs, tag }: TrinoBounds, onQueryId?: (id: string) => void): Promise<Trino> {
    // Loaded on demand: most installations have no Trino.
    const { BasicAuth, Trino: Client } = await import('trino-client');
    const { user, password, token, catalog, schema } = this.#settings;
    const client = Client.create({
      server: this.#server,
      catalog,
      schema,
      source: 'rise',
      ...(password !== null && { auth: new BasicAuth(user, password) }),
      ...(maxRunMs !== null && { session: { query_max_run_time: `${maxRunMs}ms` } }),
      extraHeaders: {
        'X-Trino-User': user,
        'X-Trino-Time-Zone': 'UTC',
        ...(tag !== undefined && { 'X-Trino-Client-Tags': tag.replaceAll(/[^\w:=-]/g, '_').slice(0, 100) }),
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
    });
    const { clientConfig } = (client as unknown as { client: { clientConfig: ClientConfig } }).client;
    Object.assign(clientConfig, {
      httpAgent: this.#agent,
      httpsAgent: this.#agent,
      signal,
      timeout: this.#deadlineMs + 5000,
      maxRedirects: 0,
      proxy: false,
      transformResponse: (body) => this.#readResponse(body, onQueryId),
    } satisfies ClientConfig);
    return client;
  }

  #readResponse(body: unknown, onQueryId?: (id: string) => void): unknown {
    if (typeof body !== 'string' || !body.startsWith('{')) return body;
    const response = readExactJson(body) as QueryResult;
    if (response.id) onQueryId?.(response.id);
    // Credentials are sent only to the configured host, even if the next URI names another.
    const next = response.nextUri === undefined ? undefined : new URL(response.nextUri, this.#server);
    return { ...response, ...(next && { nextUri: `${next.pathname}${next.search}` }) };
  }

  /** Only `close` waits for it. */
  #cancel(queryId: string): void {
    const done = this.#connect({ signal: AbortSignal.timeout(5000), maxRunMs: null, tag: undefined })
      .then((client) => client.cancel(queryId))
      .catch(() => undefined)
      .finally(() => this.#cancelling.delete(done));
    this.#cancelling.add(done);
  }
}
