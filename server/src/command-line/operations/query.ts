import { readFile, writeFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import {
  aggregateQuery,
  benchmarkQuery,
  distributionQuery,
  funnelQuery,
  rowListQuery,
  type QueryMeta,
  type QueryResult,
  type SemanticQuery,
} from '@rise/contract';
import { encodeResult, EngineBusy, QueryError, QueryTimeout, WarehouseUnavailable, type Scope } from '@rise/engine';
import { pino } from 'pino';
import { parse } from 'yaml';
import { toUserError } from '../../host/http/error-response.ts';
import type { TenantActor } from '../../kernel/actor.ts';
import { audit } from '../../kernel/audit.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { UserError } from '../../kernel/errors/user-error.ts';
import { arrowMetadata } from '../../query/arrow-metadata.ts';
import { QueryService } from '../../query/query.service.ts';
import { findReader } from '../../query/view-as.service.ts';
import {
  operatorName,
  pathFromOperator,
  tenantActor,
  withWarehouses,
  type CommandContext,
} from '../command-context.ts';
import { withEntity } from './query-words.ts';
import { formatTable } from './result-table.ts';

export interface QueryCommand {
  readonly tenant: string;
  /** Email address of the person with whose rights the query runs; null: the reader with the fewest rights. */
  readonly reader: string | null;
  /** A file with the query, `-` for standard input, or the query itself. */
  readonly source: { readonly file: string } | { readonly query: Record<string, unknown> };
  readonly format: 'table' | 'csv' | 'json' | 'arrow';
  /** File to write; null: standard output. */
  readonly output: string | null;
  /** Prints formulas and SQL instead of running the query. */
  readonly explain: boolean;
}

const NO_SIGNAL = new AbortController().signal;

/** Runs or explains a semantic query. Throws an `OperatorError` with a line for each issue. */
export async function runQuery(context: CommandContext, command: QueryCommand): Promise<void> {
  const written = await readQuery(command.source);
  const operator = await tenantActor(context, command.tenant);
  const { actor, scope } = await resolveReader(context, operator, command, written);
  try {
    await withWarehouses(context, async ({ warehouses, engine }) => {
      const queries = new QueryService({ engine, warehouses, toUserError, log: pino({ level: 'silent' }) });
      const query = 'query' in command.source ? withEntity(written, (await warehouses.current(actor)).model) : written;
      if (command.explain) return explain(context, queries, actor, scope, query);
      const { text } = await queries.run(actor, { query, signal: NO_SIGNAL, scope });
      await writeResult(context, command, text);
    });
  } catch (error) {
    throw toOperatorError(error);
  }
}

/** A reader without rights that the model grants: all its row rules and masks apply, those of every role and group. */
async function resolveReader(
  { database }: CommandContext,
  operator: TenantActor,
  { reader: email, tenant, explain: explained }: QueryCommand,
  query: SemanticQuery,
): Promise<{ actor: TenantActor; scope: Scope | undefined }> {
  const reader = email === null ? null : await findReader(database, operator.tenantId, email);
  const allowed = email === null || reader?.permissions.has('query.run') === true;
  await audit(database, operator, {
    action: explained ? 'query.explain' : 'query.run',
    outcome: allowed ? 'done' : 'denied',
    target: reader?.accountId ?? null,
    details: { author: operatorName(), reader: email, query },
  });
  if (!allowed)
    throw new OperatorError(
      reader
        ? `--as: ${email} may not run queries; name someone with the role tenant.user`
        : `--as: '${tenant}' has no active person, or several, with the address ${email}; people are added at their first sign-in`,
    );
  return reader ? { actor: reader, scope: undefined } : { actor: operator, scope: { tenant: operator.tenantId } };
}

const SCHEMAS = { rows: rowListQuery, funnel: funnelQuery, benchmark: benchmarkQuery, distribution: distributionQuery };

async function readQuery(source: QueryCommand['source']): Promise<SemanticQuery> {
  const value: unknown = 'query' in source ? source.query : await readDocument(source.file);
  const { kind = 'aggregate', viewAs } = (value ?? {}) as Record<string, unknown>;
  if (viewAs !== undefined) throw new OperatorError('viewAs: name the reader by --as instead, with an email address');
  const schema = SCHEMAS[kind as keyof typeof SCHEMAS] ?? aggregateQuery;
  const query = schema.safeParse(value);
  if (query.success) return query.data;
  throw new OperatorError(
    query.error.issues.map(({ path, message }) => `${path.join('.') || 'the query'}: ${message}`),
    { cause: query.error },
  );
}

async function readDocument(file: string): Promise<unknown> {
  const name = file === '-' ? 'standard input' : file;
  try {
    return parse(file === '-' ? await readStream(process.stdin) : await readFile(pathFromOperator(file), 'utf8'));
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new OperatorError(`${name} cannot be read: ${reason}; it holds one query as YAML or JSON`, { cause: error });
  }
}

async function explain(
  { say }: CommandContext,
  queries: QueryService,
  actor: TenantActor,
  scope: Scope | undefined,
  query: SemanticQuery,
): Promise<void> {
  if (query.kind === 'rows') {
    const { columns, sql, parameters } = await queries.explainList(actor, query, scope);
    for (const { name, title, expression, where } of columns) {
      const condition = where === null ? '' : ` where ${where}`;
      say(`${name}: ${title.en}\n  value       ${expression ?? '1'}${condition}`);
    }
    say(`parameters  ${JSON.stringify(parameters)}\n${sql.replaceAll(/^/gm, '  ')}\n`);
    return;
  }
  if (query.kind === 'funnel') {
    const { fields, steps, sql, parameters } = await queries.explainFunnel(actor, query, scope);
    for (const { as, name, title, expression } of fields) say(`${name}: ${title.en}\n  ${as.padEnd(11)} ${expression}`);
    for (const { name, filter } of steps) say(`${name}\n  step        ${filter ? JSON.stringify(filter) : 'all rows'}`);
    say(`parameters  ${JSON.stringify(parameters)}\n${sql.replaceAll(/^/gm, '  ')}\n`);
    return;
  }
  const names = 'measure' in query ? [query.measure] : [...query.measures];
  if (query.kind === 'aggregate') names.push(...query.calculations.map(({ name }) => name));
  if (names.length === 0)
    throw new OperatorError('measures: a query without measures has no formula; add a measure to explain');
  for (const name of names) {
    const { title, formula, sql, parameters } = await queries.explain(actor, query, name, scope);
    say(`${name}: ${title.en}\n  formula     ${formula}\n  parameters  ${JSON.stringify(parameters)}`);
    say(`${sql.replaceAll(/^/gm, '  ')}\n`);
  }
}

async function writeResult({ say }: CommandContext, command: QueryCommand, json: string): Promise<void> {
  const result = JSON.parse(json) as QueryResult;
  const bytes = encode(result, json, command.format);
  if (command.output === null) process.stdout.write(bytes);
  else await writeFile(pathFromOperator(command.output), bytes);
  const note = summary(result.meta);
  if (command.output !== null) say(`${note} Written to ${command.output}.`);
  // Standard output holds the result alone, so that it can be piped.
  else process.stderr.write(`${note}\n`);
}

function encode(result: QueryResult, json: string, format: QueryCommand['format']): string | Uint8Array {
  switch (format) {
    case 'table':
      return formatTable(result);
    case 'json':
      return `${json}\n`;
    case 'arrow':
      return encodeResult(result, { kind: 'arrow', metadata: arrowMetadata(result) });
    case 'csv': {
      if (result.totals)
        throw new OperatorError('totals: a CSV file has rows only; leave totals out, or choose --format table or json');
      const titles = result.columns.map(({ name }) => name);
      return encodeResult(result, {
        kind: 'csv',
        titles,
        delimiter: ',',
        decimalComma: false,
        bom: false,
        cutNote: null,
      });
    }
  }
}

/** The columns with average balances some of which are those of one date. */
function lackingAverages({ averages }: QueryMeta): string {
  const lacking = averages.flatMap(({ column, dates }) => {
    const days = dates.filter(({ withoutPrior, member }) => withoutPrior + (member?.withoutPrior ?? 0) > 0);
    return days.length === 0 ? [] : [`${column} (${days.map(({ priorYearEnd }) => priorYearEnd).join(', ')})`];
  });
  return lacking.length === 0
    ? ''
    : ` Period-end balances instead of averages, where there is none at the prior year-end: ${lacking.join(', ')}.`;
}

function summary(meta: QueryMeta): string {
  const { rowCount, truncated, dataVersion, asOf, unmapped } = meta;
  const rows = `${rowCount} ${rowCount === 1 ? 'row' : 'rows'}`;
  const data = `data version ${dataVersion}${asOf === null ? '' : ` as of ${asOf}`}`;
  const cut = truncated ? ' Truncated: there are more; raise --limit, or narrow the filter.' : '';
  const codes = unmapped.map(({ dimension }) => dimension).join(', ');
  return `${rows}, ${data}.${cut}${codes === '' ? '' : ` Some codes are unmapped: ${codes}.`}${lackingAverages(meta)}`;
}

function toOperatorError(error: unknown): unknown {
  if (error instanceof QueryError)
    return new OperatorError(
      error.details.map(({ field, message }) => `${field}: ${message}`),
      { cause: error },
    );
  if (error instanceof UserError || error instanceof QueryTimeout || error instanceof EngineBusy)
    return new OperatorError(error.message, { cause: error });
  if (error instanceof WarehouseUnavailable)
    return new OperatorError(`the warehouse could not run the query (${error.message}); run 'rise doctor'`, {
      cause: error,
    });
  return error;
}
