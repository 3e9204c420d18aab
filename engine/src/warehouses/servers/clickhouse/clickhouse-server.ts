import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { ClickHouseError } from '@clickhouse/client';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { FigureOverflow, QueryTimeout, UnfitText, WarehouseUnavailable } from '../../../errors.ts';
import { encodeParts } from '../../../stream/encoder.ts';
import type { TextBatch } from '../../../stream/encoder.ts';
import type { StreamParts, StreamRequest } from '../../../stream/stream-request.ts';
import { connectClickhouse, identifier } from './clickhouse-client.ts';
import { writtenRows } from './clickhouse-rows.ts';
import { networkIssue, noSuchServer } from '../connection-issue.ts';
import { encodeTextSlices } from '../../../results/encode-text.ts';
import { MAX_RESULT_BYTES } from '../../../results/result-limit.ts';
import type { AdHocStatement } from '../../embedded/messages.ts';
import type { RowsText, StatementRequest } from '../../../dialects/statement.ts';
import type { ServerDriver, SettingsIssue } from '../server-driver.ts';
import type { ClickhouseSettings, DriverOptions } from '../server-settings.ts';
import { textBatch } from '../text-batch.ts';
import { withinDeadline } from '../within-deadline.ts';

/**
 * Settings under which ClickHouse computes exactly and according to standard SQL; the dialect depends on each of them.
 */
const STANDARD: ClickHouseSettings = {
  join_use_nulls: 1,
  aggregate_functions_null_for_empty: 1,
  cast_keep_nullable: 1,
  group_by_use_nulls: 1,
  prefer_column_name_to_alias: 1,
  enable_extended_results_for_datetime_functions: 1,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  // Otherwise they would be null, which is a value that is missing.
  output_format_json_quote_denormals: 1,
  // Also the name that servers before 24.10 know.
  allow_experimental_analyzer: 1,
  union_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  intersect_default_mode: 'DISTINCT',
  session_timezone: 'UTC',
  max_memory_usage: '4000000000',
};

/** ClickHouse's error codes. */
const DECIMAL_OVERFLOW = '407';
/** Texts that are no number or truth value; the second, empty ones. */
const UNFIT_TEXT = new Set(['6', '32', '72', '467']);
const TOO_SLOW = new Set(['159', '160', '209']);
/** Errors caused by the user's privileges or the server's state, not by the statement. */
const SERVER_ERRORS = new Set(['0', '164', '192', '194', '202', '210', '497', '516', '999']);

/** ClickHouse's error code and message for a statement. */
export interface EngineRejection {
  code: string;
  message: string;
}

/** The server's objection to a statement; null if the error has another cause. */
export function rejectionOf(error: unknown): EngineRejection | null {
  const cause = error instanceof WarehouseUnavailable ? error.cause : null;
  return cause instanceof ClickHouseError && !SERVER_ERRORS.has(cause.code) ? cause : null;
}

/** Converts a cell of ClickHouse's JSON to text, like the cells of other servers. */
const textOf = (cell: unknown): string | null => (cell === null ? null : String(cell));

const valuesOf = (parameters: StatementRequest['parameters']) =>
  Object.fromEntries(parameters.map((value, index) => [`p${index + 1}`, value]));

function settingsIssue(error: unknown, { user, schema }: ClickhouseSettings): SettingsIssue | null {
  if (!(error instanceof ClickHouseError)) return null;
  switch (error.code) {
    case '516':
      return {
        field: 'password',
        message: `The warehouse does not take this user and password of '${user}'. Check both.`,
      };
    case '62':
      return {
        field: 'host',
        message: 'This version of ClickHouse cannot report the privileges of a user. Use 24.10 or newer.',
      };
    case '192':
      return { field: 'user', message: `The warehouse knows no user '${user}'. Check the name.` };
    case '81':
      return { field: 'schema', message: `The warehouse has no database '${schema}'. Check its name.` };
    case '497':
      return { field: 'user', message: `'${user}' may not read the database '${schema}'. Grant SELECT on it.` };
    case '164':
      return {
        field: 'user',
        message: `The profile of '${user}' has readonly = 1, under which no setting can be made. Give it readonly = 2.`,
      };
    default:
      return null;
  }
}

/** The setting that kept a connection from being made. */
export function connectionIssue(error: unknown, settings: ClickhouseSettings): SettingsIssue {
  return networkIssue(error, settings) ?? settingsIssue(error, settings) ?? noSuchServer('ClickHouse', settings);
}

/** A response whose body is not read any further once the signal aborts: the client ends only what has not started. */
function closing<T extends { close(): void }>(result: T, stop: AbortSignal): T {
  if (stop.aborted) result.close();
  else stop.addEventListener('abort', () => result.close(), { once: true });
  return result;
}

/** Queries over HTTP, each with readonly = 2 and the deadline as its time limit on the server. */
export class ClickhouseServer implements ServerDriver {
  readonly #settings: ClickhouseSettings;
  readonly #deadlineMs: number;
  readonly #resultBytes: number;
  readonly #client: ClickHouseClient;

  constructor(settings: ClickhouseSettings, options: DriverOptions) {
    const { deadlineMs, resultBytes = MAX_RESULT_BYTES } = options;
    this.#settings = settings;
    this.#deadlineMs = deadlineMs;
    this.#resultBytes = resultBytes;
    this.#client = connectClickhouse(settings, options, {
      ...STANDARD,
      readonly: '2',
      max_execution_time: Math.ceil(deadlineMs / 1000),
      cancel_http_readonly_queries_on_client_close: 1,
    });
  }

  /** At the deadline the connection is closed, upon which the server cancels the query. */
  query(statements: StatementRequest[], signal?: AbortSignal): Promise<RowsText[]> {
    const toEngineError = (error: unknown) => this.#toQueryError(error);
    return withinDeadline({ ...this.#bounds(signal), toEngineError }, async (stop) => {
      const results: RowsText[] = [];
      for (const statement of statements) {
        const rows = await closing(await this.#send(statement, stop), stop).json<unknown[]>();
        const texts = rows.map((row) => row.map(textOf));
        results.push(...(await encodeTextSlices(texts, statement, this.#resultBytes)));
      }
      return results;
    });
  }

  async *stream(request: StreamRequest, signal?: AbortSignal): StreamParts {
    signal?.throwIfAborted();
    const left = new AbortController();
    const stop = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
    try {
      return yield* encodeParts(request, this.#batches(request, stop));
    } catch (error) {
      throw signal?.aborted ? (signal.reason as Error) : this.#toQueryError(error);
    } finally {
      left.abort();
    }
  }

  runAdHoc({ sql, parameters, limit, memoryMb = 1000 }: AdHocStatement, signal?: AbortSignal): Promise<RowsText> {
    const toEngineError = (error: unknown) => this.#toEngineError(error);
    return withinDeadline({ ...this.#bounds(signal), toEngineError }, async (stop) => {
      const result = await this.#client.query({
        query: sql,
        query_params: valuesOf(parameters),
        query_id: randomUUID(),
        format: 'JSONCompactEachRowWithNamesAndTypes',
        abort_signal: stop,
        clickhouse_settings: {
          // An error in mid-stream fails the whole query.
          wait_end_of_query: 1,
          max_result_rows: String(limit + 1),
          result_overflow_mode: 'break',
          max_memory_usage: String(memoryMb * 1_000_000),
        },
      });
      return writtenRows(closing(result, stop).stream<unknown[]>(), { limit, maxBytes: this.#resultBytes });
    });
  }

  async examine(): Promise<SettingsIssue[]> {
    try {
      return await this.#examineRights();
    } catch (error) {
      return [connectionIssue(error, this.#settings)];
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #bounds(signal: AbortSignal | undefined) {
    return { deadlineMs: this.#deadlineMs, signal };
  }

  /** Of a query that the engine wrote. In a person's own statement it is their conversion that a text does not fit. */
  #toQueryError(error: unknown): Error {
    const isUnfit = error instanceof ClickHouseError && UNFIT_TEXT.has(error.code);
    return isUnfit ? new UnfitText() : this.#toEngineError(error);
  }

  #toEngineError(error: unknown): Error {
    if (error instanceof ClickHouseError && TOO_SLOW.has(error.code)) return new QueryTimeout(this.#deadlineMs);
    if (error instanceof ClickHouseError && error.code === DECIMAL_OVERFLOW) return new FigureOverflow();
    const refused = error instanceof ClickHouseError;
    const message = refused ? 'The warehouse refused the query.' : 'The warehouse cannot be reached.';
    return new WarehouseUnavailable(message, { cause: error });
  }

  #send(request: StatementRequest, signal: AbortSignal) {
    return this.#client.query({
      query: request.sql,
      query_params: valuesOf(request.parameters),
      query_id: randomUUID(),
      format: 'JSONCompactEachRow',
      abort_signal: signal,
    });
  }

  async *#batches(request: StreamRequest, signal: AbortSignal): AsyncGenerator<TextBatch> {
    const result = await this.#send(request, signal);
    for await (const rows of result.stream<unknown[]>()) {
      const texts = rows.map((row) => (row.json() as unknown[]).map(textOf));
      yield textBatch(texts, request.types);
    }
  }

  async #examineRights(): Promise<SettingsIssue[]> {
    const { user, schema } = this.#settings;
    const query = 'SELECT count() FROM system.databases WHERE name = {schema:String}';
    const abort_signal = AbortSignal.timeout(this.#deadlineMs);
    const request = { query, query_params: { schema }, format: 'JSONCompactEachRow', abort_signal } as const;
    const result = await this.#client.query(request);
    if (String((await result.json<[unknown]>())[0]?.[0]) === '0')
      return [{ field: 'schema', message: `The warehouse has no database '${schema}'. Check its name.` }];
    // CHECK GRANT does not accept FORMAT.
    const { stream } = await this.#client.exec({
      query: `CHECK GRANT INSERT ON ${identifier(schema)}.*`,
      abort_signal,
    });
    if ((await text(stream)).trim() !== '1') return [];
    const message = `'${user}' may change data in '${schema}'. Use a user that has SELECT on it only.`;
    return [{ field: 'user', message }];
  }
}
