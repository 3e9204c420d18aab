import { sql as fragment } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { PhysicalTables, SecuredTable } from '../secured-tables.ts';

/**
 * OFFSET keeps an outer query's conditions, joins and functions from being evaluated below it. Wrapping a column in an
 * expression hides its statistics, which cover all rows, from the planner, which would otherwise evaluate conditions on
 * them.
 */
export function tablesInSchema(schema: string, dialect: Dialect): PhysicalTables {
  const hides = (ruled: boolean) => ruled || dialect.tenantColumn !== null;
  return {
    dialect,
    table: (name) => fragment.id(schema, name),
    fence: (ruled) => fragment.raw(hides(ruled) ? ' OFFSET 0' : ''),
    shown: (column, ruled) =>
      hides(ruled) ? fragment`CASE WHEN statement_timestamp() IS NOT NULL THEN ${column} END` : column,
  };
}

/** The tree returned by PostgreSQL's parser. */
export interface ParseTree {
  stmts?: { stmt?: { SelectStmt?: Record<string, unknown> }; stmt_location?: number; stmt_len?: number }[];
}

/** The statement as it runs: the reader's tables as WITH queries, then the author's text, unchanged, in parentheses. */
export function composeStatement(physical: PhysicalTables, used: readonly SecuredTable[], written: string) {
  const tables = used.map(
    (table) => fragment`${fragment.id(table.name)} AS NOT MATERIALIZED (${table.select(physical)})`,
  );
  const front: Sql = tables.length === 0 ? fragment`` : fragment`WITH ${fragment.join(tables)} `;
  const before = physical.dialect.compile(fragment`${front}SELECT * FROM (\n`);
  return { sql: `${before.sql}${written}\n) AS answered`, parameters: before.parameters, before: before.sql };
}

const STAR = '[{"ResTarget":{"val":{"ColumnRef":{"fields":[{"A_Star":{}}]}}}}]';
const PLACES = new Set(['location', 'list_start', 'list_end', 'rexpr_list_start', 'rexpr_list_end']);
const withoutPlaces = (tree: unknown): string =>
  JSON.stringify(tree, (key, value: unknown) => (PLACES.has(key) && typeof value === 'number' ? undefined : value));

/** Whether the composed text has the complete checked statement in its parentheses and no part of it elsewhere. */
export function containsStatement(composed: ParseTree, tables: number, written: ParseTree): boolean {
  if (composed.stmts?.length !== 1) return false;
  const { withClause, targetList, fromClause = [], ...others } = composed.stmts[0]!.stmt!.SelectStmt!;
  const plain = JSON.stringify(others) === '{"limitOption":"LIMIT_OPTION_DEFAULT","op":"SETOP_NONE"}';
  const { ctes = [] } = (withClause ?? {}) as { ctes?: unknown[] };
  const [answered, ...more] = fromClause as { RangeSubselect?: { subquery: unknown } }[];
  if (!plain || ctes.length !== tables || withoutPlaces(targetList) !== STAR || more.length > 0) return false;
  return withoutPlaces(answered!.RangeSubselect?.subquery) === withoutPlaces(written.stmts![0]!.stmt);
}
