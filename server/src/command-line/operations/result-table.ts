import type { Cell, QueryResult } from '@rise/contract';

const NUMERIC = new Set(['integer', 'decimal', 'number']);

/** A result as aligned text: names, a line, the rows, and after another line the totals. Nulls are empty. */
export function formatTable({ columns, rows, totals }: Pick<QueryResult, 'columns' | 'rows' | 'totals'>): string {
  const head = columns.map(({ name }) => name);
  const body = rows.map((row) => row.map(cellText));
  const foot = totals ? [totals.map(cellText)] : [];
  const widths = head.map((_, index) => Math.max(...[head, ...body, ...foot].map((row) => widthOf(row[index]!))));
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => pad(text, widths[index]!, NUMERIC.has(columns[index]!.type)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const lines = [line(head), rule, ...body.map(line), ...(foot.length > 0 ? [rule, ...foot.map(line)] : [])];
  return `${lines.join('\n')}\n`;
}

/** Control characters of a text would act on the terminal. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

const cellText = (cell: Cell): string => (cell === null ? '' : String(cell).replace(CONTROL, ' '));

const widthOf = (text: string): number => [...text].length;

function pad(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
}
