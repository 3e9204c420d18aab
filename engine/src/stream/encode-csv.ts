import type { CsvFormat, RowsEncoder, StreamRequest } from './stream-request.ts';

const LINE_END = '\r\n';
/** First characters that make a spreadsheet treat text as a formula, including full-width forms. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function quoted(text: string, special: RegExp): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A plain negative number in a text column is not a formula and stays unchanged. */
function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

export function createCsvEncoder(request: StreamRequest, format: CsvFormat): RowsEncoder {
  const special = format.delimiter === ',' ? /[",\r\n]/ : /[";\r\n]/;
  const text = (value: string) => quoted(harmless(value), special);
  const fraction = (value: string) => (format.decimalComma ? quoted(value.replace('.', ','), special) : value);
  const writers = request.types.map((type) => {
    if (type === 'string') return text;
    return type === 'decimal' || type === 'number' ? fraction : null;
  });
  return {
    head: () => `${format.bom ? '\uFEFF' : ''}${format.titles.map(text).join(format.delimiter)}${LINE_END}`,
    rows(columns, count) {
      let lines = '';
      for (let row = 0; row < count; row++) {
        for (let index = 0; index < columns.length; index++) {
          if (index > 0) lines += format.delimiter;
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
