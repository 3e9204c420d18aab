import { sql as fragment } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { Ground, SecuredTable } from './secured-tables.ts';

/**
 * OFFSET keeps conditions, joins and functions of a query around from being computed below it, and a column that is no
 * bare one keeps its statistics, which count everybody's rows, from the planner: it would try conditions on them.
 */
export function groundOf(schema: string, dialect: Dialect): Ground {
  const hides = (ruled: boolean) => ruled || dialect.tenantColumn !== null;
  return {
    dialect,
    table: (name) => fragment.id(schema, name),
    fence: (ruled) => fragment.raw(hides(ruled) ? ' OFFSET 0' : ''),
    shown: (column, ruled) =>
      hides(ruled) ? fragment`CASE WHEN statement_timestamp() IS NOT NULL THEN ${column} END` : column,
  };
}

/** What PostgreSQL's parser makes of a text. */
export interface Tree {
  stmts?: { stmt?: { SelectStmt?: Record<string, unknown> }; stmt_location?: number; stmt_len?: number }[];
}

/** The text as it is run: the reader's tables under their names, then what they wrote, as it stands, in brackets. */
export function composed(ground: Ground, used: readonly SecuredTable[], written: string) {
  const tables = used.map(
    (table) => fragment`${fragment.id(table.name)} AS NOT MATERIALIZED (${table.select(ground)})`,
  );
  const front: Sql = tables.length === 0 ? fragment`` : fragment`WITH ${fragment.join(tables)} `;
  const before = ground.dialect.compile(fragment`${front}SELECT * FROM (\n`);
  return { sql: `${before.sql}${written}\n) AS answered`, parameters: before.parameters, before: before.sql };
}

const STAR = '[{"ResTarget":{"val":{"ColumnRef":{"fields":[{"A_Star":{}}]}}}}]';
const PLACES = new Set(['location', 'list_start', 'list_end', 'rexpr_list_start', 'rexpr_list_end']);
const withoutPlaces = (tree: unknown): string =>
  JSON.stringify(tree, (key, value: unknown) => (PLACES.has(key) && typeof value === 'number' ? undefined : value));

/** Whether the composed text has the written statement in its brackets, whole, and nothing more of it anywhere. */
export function holds(whole: Tree, tables: number, written: Tree): boolean {
  if (whole.stmts?.length !== 1) return false;
  const { withClause, targetList, fromClause = [], ...others } = whole.stmts[0]!.stmt!.SelectStmt!;
  const plain = JSON.stringify(others) === '{"limitOption":"LIMIT_OPTION_DEFAULT","op":"SETOP_NONE"}';
  const { ctes = [] } = (withClause ?? {}) as { ctes?: unknown[] };
  const [answered, ...more] = fromClause as { RangeSubselect?: { subquery: unknown } }[];
  if (!plain || ctes.length !== tables || withoutPlaces(targetList) !== STAR || more.length > 0) return false;
  return withoutPlaces(answered!.RangeSubselect?.subquery) === withoutPlaces(written.stmts![0]!.stmt);
}
