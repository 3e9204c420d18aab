import {
  WATERMARK_TYPES,
  type CopyContent,
  type CopiedTable,
  type ErrorDetail,
  type SourceTable,
} from '@rise/contract';

/** What of a copy's tables cannot be copied as it is chosen; `present` are the tables of its source. */
export function contentIssues(
  { tables }: Extract<CopyContent, { kind: 'tables' }>,
  present: readonly SourceTable[],
): ErrorDetail[] {
  const targets = new Map<string, number>();
  return tables.flatMap((table, place) => {
    const target = table.target.toLowerCase();
    const other = targets.get(target);
    targets.set(target, place);
    const issues = tableIssues(
      table,
      present.find(({ name }) => name === table.table),
    );
    const twice = { field: 'target', message: `Two tables go into '${table.target}'. Give each its own name.` };
    return [...issues, ...(other === undefined ? [] : [twice])].map(({ field, message }) => ({
      field: `content.tables.${place}.${field}`,
      message,
    }));
  });
}

function tableIssues(table: CopiedTable, present: SourceTable | undefined): ErrorDetail[] {
  const { table: name, columns, mode, watermark, key, asOf } = table;
  if (!present) return [{ field: 'table', message: `The source has no table '${name}'. Choose another.` }];
  const typeOf = (column: string) => present.columns.find((item) => item.name === column)?.type;
  const issues: ErrorDetail[] = [];
  const missing = columns.filter((column) => typeOf(column) === undefined);
  if (missing.length > 0)
    issues.push({ field: 'columns', message: `'${name}' has no column '${missing[0]}'. Leave it out.` });
  const chosen = (field: string, column: string) => {
    if (!columns.includes(column))
      issues.push({ field, message: `'${column}' is not among the copied columns of '${name}'. Copy it, too.` });
  };
  if (mode !== 'replace') {
    if (watermark === null)
      issues.push({ field: 'watermark', message: `Choose the column of '${name}' that grows with each new row.` });
    else {
      chosen('watermark', watermark);
      if (!(WATERMARK_TYPES as readonly string[]).includes(typeOf(watermark) ?? ''))
        issues.push({
          field: 'watermark',
          message: `'${watermark}' of '${name}' is no number, date or time that grows. Choose another, or copy the whole table.`,
        });
    }
  }
  if (mode === 'upsert' && key.length === 0)
    issues.push({ field: 'key', message: `Choose the columns that identify a row of '${name}'.` });
  if (mode === 'upsert') for (const column of key) chosen('key', column);
  if (asOf !== null) {
    chosen('asOf', asOf);
    if (!['date', 'timestamp'].includes(typeOf(asOf) ?? ''))
      issues.push({ field: 'asOf', message: `'${asOf}' of '${name}' is no date. Choose a date column, or none.` });
  }
  return issues;
}
