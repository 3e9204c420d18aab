import { integerJson } from '../results/number-json.ts';
import type { EncodedColumns, RowsEncoder } from './stream-request.ts';

/** One line per row. The host writes anything before and after the rows. */
export function createNdjsonEncoder({ types }: EncodedColumns): RowsEncoder {
  const writers = types.map((type) => {
    if (type === 'string') return JSON.stringify;
    if (type === 'integer') return integerJson;
    return type === 'number' || type === 'boolean' ? null : (value: string) => `"${value}"`;
  });
  return {
    head: () => '',
    rows(columns, count) {
      let lines = '';
      for (let row = 0; row < count; row++) {
        for (let index = 0; index < columns.length; index++) {
          const value = columns[index]![row]!;
          const write = writers[index];
          lines += index === 0 ? '[' : ',';
          lines += value === null ? 'null' : write ? write(value) : value;
        }
        lines += ']\n';
      }
      return lines;
    },
    tail: () => '',
  };
}
