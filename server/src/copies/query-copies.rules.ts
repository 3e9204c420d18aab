import type { CopyContent, ErrorDetail } from '@rise/contract';
import type { StatementReads } from '@rise/engine';

export type CopiedQuery = Extract<CopyContent, { kind: 'query' }>;

/** What a copy of a query writes and reads. */
export interface QueryTables {
  readonly target: string;
  readonly reads: readonly string[];
}

const fold = (name: string) => name.toLowerCase();

/** Whether the rows of a table come, by way of other queries, from itself. */
export function readsItself({ target, reads }: QueryTables, others: readonly QueryTables[]): boolean {
  const waiting = reads.map(fold);
  const seen = new Set<string>();
  for (let table = waiting.pop(); table !== undefined; table = waiting.pop()) {
    if (table === fold(target)) return true;
    if (seen.has(table)) continue;
    seen.add(table);
    for (const other of others) if (fold(other.target) === table) waiting.push(...other.reads.map(fold));
  }
  return false;
}

/** Tables with row rules or masks that are not confirmed to be open in the target. */
export function unconfirmed(
  { open }: Pick<CopiedQuery, 'open'>,
  guarded: StatementReads['guarded'],
): StatementReads['guarded'] {
  const confirmed = new Set(open.map(fold));
  return guarded.filter(({ table }) => !confirmed.has(fold(table)));
}

/** What of a query's copy has to be corrected. `present` are the tables of the warehouse, without those that it filled. */
export function queryIssues(
  content: CopiedQuery,
  {
    tables,
    guarded,
    columns,
    others,
    present,
  }: StatementReads & { columns: readonly string[]; others: readonly QueryTables[]; present: readonly string[] },
): ErrorDetail[] {
  const { target, asOf } = content;
  const issues: ErrorDetail[] = [];
  if (readsItself({ target, reads: tables }, others))
    issues.push({
      field: 'content.target',
      message: `The statement reads ${target} itself, directly or through another query. Choose another name for its table.`,
    });
  else if (present.some((name) => fold(name) === fold(target)))
    issues.push({
      field: 'content.target',
      message: `The warehouse has a table ${target} already, and it would be replaced. Choose another name.`,
    });
  const closed = unconfirmed(content, guarded).map(({ table }) => table);
  if (closed.length > 0)
    issues.push({
      field: 'content.open',
      message: `Row rules or masks protect ${closed.join(', ')}. Confirm that everybody who may read ${target} may see these rows, or leave them out of the statement.`,
    });
  if (asOf !== null && !columns.includes(asOf))
    issues.push({
      field: 'content.asOf',
      message: `The result has no column '${asOf}'. Choose a date column, or none.`,
    });
  return issues;
}
