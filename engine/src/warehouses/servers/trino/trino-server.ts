import { FigureOverflow, QueryTimeout, WarehouseUnavailable } from '../../../errors.ts';
import type { PlanValue } from '../../../plan/predicates.ts';
import { encodeParts } from '../../../stream/encoder.ts';
import type { TextBatch } from '../../../stream/encoder.ts';
import type { StreamParts, StreamRequest } from '../../../stream/stream-request.ts';
import { networkIssue, noSuchServer } from '../connection-issue.ts';
import { encodeTextSlices } from '../../../results/encode-text.ts';
import { MAX_RESULT_BYTES } from '../../../results/result-limit.ts';
import type { RowsText, StatementRequest } from '../../../dialects/statement.ts';
import type { ServerDriver, SettingsIssue } from '../server-driver.ts';
import type { DriverOptions, TrinoSettings } from '../server-settings.ts';
import { textBatch } from '../text-batch.ts';
import { withinDeadline, withinDeadlines } from '../within-deadline.ts';
import { statusOf, TrinoClient, TrinoError } from './trino-client.ts';
import { quoteText } from '../../../expression/quote.ts';

function literal(value: PlanValue): string {
  if (typeof value === 'string') return quoteText(value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return value.toExponential();
  return String(value).toUpperCase();
}

/** The statement with its parameters in the body, since headers are too short for them. */
const withParameters = ({ sql, parameters }: Pick<StatementRequest, 'sql' | 'parameters'>): string =>
  parameters.length === 0 ? sql : `EXECUTE IMMEDIATE ${quoteText(sql)} USING ${parameters.map(literal).join(', ')}`;

const textOf = (cell: unknown): string | null => (cell === null || cell === undefined ? null : String(cell));

const WRITABLE_TABLE =
  "SELECT table_name FROM information_schema.table_privileges WHERE table_schema = ? AND grantee = ? AND privilege_type IN ('INSERT', 'UPDATE', 'DELETE')";

/** The setting that Trino objects to; null if the error has another cause. */
function settingsIssue(error: unknown, { user, catalog, token }: TrinoSettings): SettingsIssue | null {
  const status = statusOf(error);
  if (status === 401 || status === 403)
    return token === null
      ? { field: 'password', message: `The warehouse does not take this user and password of '${user}'. Check both.` }
      : { field: 'token', message: `The warehouse does not take this token of '${user}'. Set a new one.` };
  if (!(error instanceof TrinoError)) return null;
  if (error.code === 'CATALOG_NOT_FOUND' || error.code === 'MISSING_CATALOG_NAME')
    return { field: 'catalog', message: `The warehouse has no catalog '${catalog}'. Check its name.` };
  if (error.code === 'PERMISSION_DENIED')
    return { field: 'user', message: `'${user}' may not read the catalog '${catalog}'. Grant SELECT in it.` };
  return null;
}

/** The setting that kept a connection from being made. */
export function connectionIssue(error: unknown, settings: TrinoSettings): SettingsIssue {
  return networkIssue(error, settings) ?? settingsIssue(error, settings) ?? noSuchServer('Trino', settings);
}

/** Queries over HTTP, page by page; an abandoned one is canceled on the server. */
export class TrinoServer implements ServerDriver {
  readonly #settings: TrinoSettings;
  readonly #deadlineMs: number;
  readonly #resultBytes: number;
  readonly #client: TrinoClient;

  constructor(settings: TrinoSettings, options: DriverOptions) {
    this.#settings = settings;
    this.#deadlineMs = options.deadlineMs;
    this.#resultBytes = options.resultBytes ?? MAX_RESULT_BYTES;
    this.#client = new TrinoClient(settings, options);
  }

  query(statements: StatementRequest[], signal?: AbortSignal, tag?: string): Promise<RowsText[]> {
    return withinDeadline(this.#bounds(signal), async (stop) => {
      const results: RowsText[] = [];
      for (const statement of statements) results.push(...(await this.#run(statement, stop, tag)));
      return results;
    });
  }

  stream(request: StreamRequest, signal?: AbortSignal, tag?: string): StreamParts {
    return withinDeadlines(this.#bounds(signal), (stop, arrived) =>
      encodeParts(request, this.#batches(request, { signal: stop, tag, arrived })),
    );
  }

  async examine(): Promise<SettingsIssue[]> {
    try {
      return await this.#examineRights(AbortSignal.timeout(this.#deadlineMs));
    } catch (error) {
      return [connectionIssue(error, this.#settings)];
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #bounds(signal: AbortSignal | undefined) {
    return { deadlineMs: this.#deadlineMs, signal, toEngineError: (error: unknown) => this.#toEngineError(error) };
  }

  #toEngineError(error: unknown): Error {
    if (error instanceof TrinoError && error.code === 'EXCEEDED_TIME_LIMIT') return new QueryTimeout(this.#deadlineMs);
    if (error instanceof TrinoError && error.code === 'NUMERIC_VALUE_OUT_OF_RANGE') return new FigureOverflow();
    const message =
      error instanceof TrinoError ? 'The warehouse refused the query.' : 'The warehouse cannot be reached.';
    return new WarehouseUnavailable(message, { cause: error });
  }

  async #run(statement: StatementRequest, signal: AbortSignal, tag?: string): Promise<RowsText[]> {
    const { limit, slices } = statement;
    const rows: (string | null)[][] = [];
    const pages = this.#client.pages(withParameters(statement), { signal, maxRunMs: this.#deadlineMs, tag });
    for await (const page of pages) {
      for (const row of page) rows.push(row.map(textOf));
      // If the rows contain several results, each slice has its own limit and the statement restricts the rows.
      if (!slices && limit !== null && rows.length > limit) break;
    }
    return encodeTextSlices(rows, statement, this.#resultBytes);
  }

  async *#batches(
    { types, ...statement }: StreamRequest,
    { signal, tag, arrived }: { signal: AbortSignal; tag: string | undefined; arrived: () => void },
  ): AsyncGenerator<TextBatch> {
    for await (const page of this.#client.pages(withParameters(statement), { signal, tag, maxRunMs: null })) {
      arrived();
      yield textBatch(
        page.map((row) => row.map(textOf)),
        types,
      );
      arrived();
    }
  }

  async #examineRights(signal: AbortSignal): Promise<SettingsIssue[]> {
    const { user, catalog, schema } = this.#settings;
    const firstCell = async (sql: string, ...parameters: PlanValue[]) => {
      const [result] = await this.#run({ sql, parameters, types: ['string'], limit: 1 }, signal);
      return (JSON.parse(result!.rows) as [string][])[0]?.[0] ?? null;
    };
    const schemata = 'SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?';
    if ((await firstCell(schemata, schema)) === null)
      return [{ field: 'schema', message: `The catalog '${catalog}' has no schema '${schema}'. Check its name.` }];
    // Not every connector lists privileges. For others, only Trino's access control protects the data.
    const writable = await firstCell(WRITABLE_TABLE, schema, user).catch((error: unknown) =>
      error instanceof TrinoError ? null : Promise.reject(error as Error),
    );
    if (writable === null) return [];
    const message = `'${user}' may change the table '${writable}'. Use a user that has SELECT only.`;
    return [{ field: 'user', message }];
  }
}
