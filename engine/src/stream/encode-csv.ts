import { csvCell, quoteCsv } from '@rise/contract/csv-cell';
import type { CsvFormat, EncodedColumns, RowsEncoder } from './stream-request.ts';

const LINE_END = '\r\n';

export function createCsvEncoder({ types }: EncodedColumns, format: CsvFormat): RowsEncoder {
  const { delimiter, decimalComma } = format;
  const text = (value: string) => csvCell(value, delimiter);
  const fraction = (value: string) => (decimalComma ? quoteCsv(value.replace('.', ','), delimiter) : value);
  const writers = types.map((type) => {
    if (type === 'string') return text;
    return type === 'decimal' || type === 'number' ? fraction : null;
  });
  return {
    head: () => `${format.bom ? '\uFEFF' : ''}${format.titles.map(text).join(delimiter)}${LINE_END}`,
    rows(columns, count) {
      let lines = '';
      for (let row = 0; row < count; row++) {
        for (let index = 0; index < columns.length; index++) {
          if (index > 0) lines += delimiter;
          const value = columns[index]![row]!;
          if (value === null) continue;
          const write = writers[index];
          lines += write ? write(value) : value;
        }
        lines += LINE_END;
      }
      return lines;
    },
    tail: ({ truncated }) => (truncated && format.cutNote !== null ? `${text(format.cutNote)}${LINE_END}` : ''),
  };
}
