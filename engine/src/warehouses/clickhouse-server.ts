import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ClickHouseSettings } from '@clickhouse/client';
import { QueryTimeout, WarehouseUnavailable } from '../errors.ts';
import { serverText } from '../stream/column-texts.ts';
import { encodeParts } from '../stream/encoder.ts';
import type { TextBatch } from '../stream/encoder.ts';
import type { StreamRequest } from '../stream/stream-request.ts';
import { writtenRows } from './clickhouse-rows.ts';
import { networkProblem } from './connection-problem.ts';
import { encodeTextAnswers } from './encode-text.ts';
import { guardedAgent } from './guarded-agent.ts';
import type { RowsText, StatementRequest } from './messages.ts';
import type { ServerDriver, SettingsProblem } from './server-driver.ts';
import type { ClickhouseSettings, DriverOptions } from './server-settings.ts';
import { withinDeadline } from './within-deadline.ts';

/** What makes ClickHouse compute as standard SQL says, and exactly; the dialect counts on each of them. */
const STANDARD: ClickHouseSettings = {
  join_use_nulls: 1,
  aggregate_functions_null_for_empty: 1,
  cast_keep_nullable: 1,
  group_by_use_nulls: 1,
  prefer_column_name_to_alias: 1,
  enable_extended_results_for_datetime_functions: 1,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 0,
  // By the name that servers before 24.10 know too.
  allow_experimental_analyzer: 1,
  union_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  intersect_default_mode: 'DISTINCT',
  session_timezone: 'UTC',
  max_memory_usage: '4000000000',
};

/** Codes of ClickHouse's errors. */
const TOO_SLOW = new Set(['159', '160', '209']);
/** It is not the statement that is wrong, but the user's rights or the server's state. */
const OF_THE_SERVER = new Set(['0', '164', '192', '194', '202', '210', '497', '516', '999']);

/** ClickHouse's word against a statement, by the number of its error. */
export interface EngineRefusal {
  code: string;
  message: string;
}

/** What the server has against a statement for whose failure this error was thrown; null where it is something else. */
export function refusedBy(error: unknown): EngineRefusal | null {
  const cause = error instanceof WarehouseUnavailable ? error.cause : null;
  return cause instanceof ClickHouseError && !OF_THE_SERVER.has(cause.code) ? cause : null;
}

/** A cell as ClickHouse writes it in JSON → text, as every server's cells come. */
const textOf = (cell: unknown): string | null => (cell === null ? null : String(cell));

const identifier = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

const valuesOf = (parameters: StatementRequest['parameters']) =>
  Object.fromEntries(parameters.map((value, index) => [`p${index + 1}`, value]));

function refusalOf(error: unknown, { user, schema }: ClickhouseSettings): SettingsProblem | null {
  if (!(error instanceof ClickHouseError)) return null;
  switch (error.code) {
    case '516':
      return {
        field: 'password',
        message: `The warehouse does not take this user and password of '${user}'. Check both.`,
      };
    case '62':
      return { field: 'host', message: 'This ClickHouse is too old to say what a user may. Use 24.10 or newer.' };
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

/** Queries over HTTP, each under readonly = 2 with the deadline as its bound on the server itself. */
export function createClickhouseServer(settings: ClickhouseSettings, options: DriverOptions): ServerDriver {
  const { host, port, user, password, schema, tls } = settings;
  const { deadlineMs } = options;
  const client = createClient({
    url: `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    username: user,
    password,
    database: schema,
    request_timeout: deadlineMs + 5000,
    max_open_connections: settings.connections,
    application: 'rise',
    http_agent: guardedAgent(settings, options),
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      ...STANDARD,
      readonly: '2',
      max_execution_time: Math.ceil(deadlineMs / 1000),
      cancel_http_readonly_queries_on_client_close: 1,
    },
  });

  const failureOf = (error: unknown): Error => {
    if (error instanceof ClickHouseError && TOO_SLOW.has(error.code)) return new QueryTimeout(deadlineMs);
    const message = error instanceof ClickHouseError ? 'The warehouse refused the query.' : 'The warehouse cannot be reached.'; // prettier-ignore
    return new WarehouseUnavailable(message, { cause: error });
  };

  const ask = (request: StatementRequest, signal: AbortSignal) =>
    client.query({
      query: request.sql,
      query_params: valuesOf(request.parameters),
      query_id: randomUUID(),
      format: 'JSONCompactEachRow',
      abort_signal: signal,
    });

  async function* batchesOf(request: StreamRequest, signal: AbortSignal): AsyncGenerator<TextBatch> {
    const answer = await ask(request, signal);
    for await (const rows of answer.stream<unknown[]>()) {
      const lines = rows.map((row) => row.json() as unknown[]);
      const columns = request.types.map((type, index) =>
        lines.map((line) => {
          const cell = textOf(line[index]);
          return cell === null ? null : serverText(cell, type);
        }),
      );
      yield { columns, count: lines.length };
    }
  }

  return {
    byHand: ({ sql, parameters, limit, memoryMb = 1000 }, signal) =>
      withinDeadline({ deadlineMs, signal, failureOf }, async (stop) => {
        const answer = await client.query({
          query: sql,
          query_params: valuesOf(parameters),
          query_id: randomUUID(),
          format: 'JSONCompactEachRowWithNamesAndTypes',
          abort_signal: stop,
          clickhouse_settings: {
            // What fails half-way fails as a whole.
            wait_end_of_query: 1,
            max_result_rows: String(limit + 1),
            result_overflow_mode: 'break',
            max_memory_usage: String(memoryMb * 1_000_000),
          },
        });
        return writtenRows(answer.stream<unknown[]>(), limit);
      }),
    // At the deadline the connection is closed, at which the server gives the query up.
    query: (statements, signal) =>
      withinDeadline({ deadlineMs, signal, failureOf }, async (stop) => {
        const results: RowsText[] = [];
        for (const statement of statements) {
          const rows = await (await ask(statement, stop)).json<unknown[]>();
          const texts = rows.map((row) => row.map(textOf));
          results.push(...encodeTextAnswers(texts, statement));
        }
        return results;
      }),
    async *stream(request, signal) {
      signal?.throwIfAborted();
      const left = new AbortController();
      const stop = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
      try {
        return yield* encodeParts(request, batchesOf(request, stop));
      } catch (error) {
        throw signal?.aborted ? (signal.reason as Error) : failureOf(error);
      } finally {
        left.abort();
      }
    },
    async examine() {
      const one = async (query: string, values = {}) => {
        const found = await client.query({ query, query_params: values, format: 'JSONCompactEachRow' });
        return String((await found.json<[unknown]>())[0]?.[0]);
      };
      try {
        if ((await one('SELECT count() FROM system.databases WHERE name = {schema:String}', { schema })) === '0')
          return [{ field: 'schema', message: `The warehouse has no database '${schema}'. Check its name.` }];
        // A statement that takes no format.
        const { stream } = await client.exec({ query: `CHECK GRANT INSERT ON ${identifier(schema)}.*` });
        const may = (await text(stream)).trim();
        if (may !== '1') return [];
        const message = `'${user}' may change data in '${schema}'. Use a user that has SELECT on it only.`;
        return [{ field: 'user', message }];
      } catch (error) {
        const problem = networkProblem(error, settings) ?? refusalOf(error, settings);
        if (problem) return [problem];
        return [
          { field: 'host', message: `No ClickHouse answers at ${host}, port ${port}: ${(error as Error).message}` },
        ];
      }
    },
    close: () => client.close(),
  };
}
