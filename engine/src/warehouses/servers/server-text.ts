import type { ResultColumn } from '@rise/contract';
import { plainDecimal } from '../../plan/exact-decimal.ts';
import { finiteText, timestampText } from '../../stream/cell-text.ts';

/** Converts a server's cell to plain text. */
export function serverText(text: string, type: ResultColumn['type']): string | null {
  switch (type) {
    case 'string':
    case 'integer':
      return text;
    case 'boolean':
      return text === 't' || text === 'true' || text === '1' ? 'true' : 'false';
    case 'number':
      return finiteText(Number(text));
    case 'decimal':
      return plainDecimal(text);
    case 'date':
      return text.slice(0, 10);
    case 'timestamp':
      return timestampText(text);
  }
}
