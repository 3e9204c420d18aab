import type { LocalizedText, ModelQuestion } from '@rise/contract';
import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { fromSql } from '../../sql/fragments/source.ts';
import type { Warehouse } from '../../warehouses/warehouses.ts';
import type { Guess } from '../columns.ts';
import { isIdentifier } from '../joins.ts';
import type { Tables } from '../joins.ts';
import { request } from '../profile.ts';
import type { ColumnProfile, TableProfile } from '../profile.ts';

export type Answer = ModelQuestion['answers'][number];
type Member = Answer['members'][number]['member'];

/** Names in the dataset that an answer extends. */
export interface Names {
  /** The dimension of a column of the dataset's table. */
  dimensionOf(column: string): string;
  /** A name that the dataset does not have yet. */
  free(name: string): string;
}

/** What the rows leave open about a column; its answers are written once the dataset has its names. */
export interface OpenQuestion extends Pick<ModelQuestion, 'kind' | 'column' | 'evidence' | 'recommended'> {
  /** Whether the answers hold the column's own member, so that the dataset is written without it. */
  readonly replaces: boolean;
  answers(names: Names): Answer[];
}

/** A table whose questions are looked for. */
export interface QuestionContext {
  readonly warehouse: Warehouse;
  readonly tenant: string;
  readonly tables: Tables;
  readonly table: TableProfile;
  readonly day: ColumnProfile | undefined;
  /** The role of each column, by name. */
  readonly guesses: ReadonlyMap<string, Guess>;
  titleOf(column: string): LocalizedText;
}

export const dialectOf = ({ warehouse }: QuestionContext): Dialect => warehouse.dialect;
export const columnIn = ({ table }: QuestionContext, name: string): Sql => sql.id(table.name, name);
/** FROM and WHERE of the tenant's rows of the table. */
export const rowsOf = ({ table, tenant, warehouse }: QuestionContext): Sql =>
  fromSql({ table: table.name, joins: [], tenant, rules: null }, [], warehouse.dialect);

/** The rows of a statement, each value as text. */
export async function selectRows(
  { warehouse }: QuestionContext,
  columns: readonly Sql[],
  source: Sql,
): Promise<(string | null)[][]> {
  const { dialect } = warehouse;
  const texts = columns.map((column) => dialect.cast(column, 'string'));
  const [answer] = await warehouse.query([request(dialect, texts, source)]);
  return JSON.parse(answer!.rows) as (string | null)[][];
}

/** A column in an expression of the model. */
export const referTo = (column: string): string => `"${column}"`;
export const quoteText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** What a member reads: a column, or an expression for a name that the model cannot use. */
function sourceOf({ table }: QuestionContext, column: string) {
  return isIdentifier(column) ? { column: { table: table.name, column } } : { expression: referTo(column) };
}

export function dimensionMember(
  context: QuestionContext,
  { column, name, ...more }: { column: string; name: string } & Record<string, unknown>,
): Answer['members'][number] {
  const { type: columnType } = context.table.columns.find((one) => one.name === column)!;
  const known = ['integer', 'decimal', 'date', 'timestamp', 'boolean'].includes(columnType) ? columnType : 'string';
  const source = 'expression' in more ? {} : sourceOf(context, column);
  const member = { name, title: context.titleOf(column), type: known, ...source, ...more };
  return { list: 'dimensions', member: member as Member };
}

const WORDS = {
  sum: ['Sum of', 'toplamı'],
  average: ['Average of', 'ortalaması'],
} as const;

/** A measure of a column; `more` overrides and adds fields. */
export function measureMember(
  context: QuestionContext,
  { column, name, kind, ...more }: { column: string; name: string; kind: 'sum' | 'average' } & Record<string, unknown>,
): Answer['members'][number] {
  const plain = kind === 'sum' && isIdentifier(column);
  const source = plain ? { columns: [{ table: context.table.name, column }] } : { expression: referTo(column) };
  const guess = context.guesses.get(column);
  const format = guess?.as === 'measure' ? guess.format : { unit: 'number', decimals: decimalsOf(context, column) };
  const [en, tr] = WORDS[kind];
  const member = {
    name,
    kind,
    ...('expression' in more ? {} : source),
    title: context.titleOf(column),
    definition: {
      en: `${en} the column ${column} of the table ${context.table.name}.`,
      tr: `${context.table.name} tablosundaki ${column} sütununun ${tr}.`,
    },
    format,
    ...more,
  };
  return { list: 'measures', member: member as Member };
}

function decimalsOf({ table }: QuestionContext, column: string): number {
  return table.columns.find(({ name }) => name === column)?.type === 'integer' ? 0 : 2;
}

export const isNumeric = ({ type }: ColumnProfile): boolean =>
  type === 'decimal' || type === 'number' || type === 'integer';
