import type { TextSettings } from '@rise/contract';
import { RecordScanner } from '../scan-records.ts';

type Dialect = Pick<TextSettings, 'delimiter' | 'quote' | 'escape'>;

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Records by which a dialect is found. */
const MAX_RECORDS = 2000;

interface Shape {
  dialect: Dialect;
  /** Cells of most records. */
  width: number;
  /** Share of the records that have as many. */
  share: number;
  faults: number;
}

function shapeOf(head: Buffer, whole: boolean, dialect: Dialect): Shape {
  const scanner = new RecordScanner(dialect);
  const counts = new Map<number, number>();
  let records = 0;
  let faults = 0;
  for (const { cells, blank, fault } of scanner.push(head, whole)) {
    if (blank) continue;
    records += 1;
    if (fault !== null) faults += 1;
    else counts.set(cells, (counts.get(cells) ?? 0) + 1);
    if (records === MAX_RECORDS) break;
  }
  const [width, count] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
  return { dialect, width, share: records === 0 ? 0 : count / records, faults: records === 0 ? 0 : faults / records };
}

/** How well records agree on more than one cell. Equal widths count more than many cells. */
const scoreOf = ({ width, share, faults }: Shape) => (width === 1 ? 0 : share * share * (1 - faults) * Math.log2(width + 1)); // prettier-ignore

/** The first record's own opinion: a header has the delimiter, and no decimal commas. */
function splitsHeader(head: string, { delimiter }: Dialect, width: number): boolean {
  return head.split(/\r\n|\n|\r/, 50).some((line) => line.split(delimiter).length === width && !/\d[,.]\d/.test(line));
}

/** How many cells are wholly in the quote. */
function countQuoted(head: string, quote: string, delimiter: string): number {
  const ends = `(?:^|[${delimiter === '|' ? '|' : delimiter}\\r\\n])`;
  return (
    head.match(new RegExp(`${ends}${quote}[^${quote}\\r\\n]*${quote}(?=$|[${delimiter}\\r\\n])`, 'g'))?.length ?? 0
  );
}

/** Finds delimiter and quotes by the beginning of decoded text, of which `whole` says that there is no more. */
export function findDialect(head: Buffer, whole: boolean): Dialect {
  const text = head.toString('utf8', 0, 200_000);
  const shapes = DELIMITERS.map((delimiter) => {
    const double = shapeOf(head, whole, { delimiter, quote: '"', escape: '"' });
    if (double.faults > 0) {
      const backslash = shapeOf(head, whole, { delimiter, quote: '"', escape: '\\' });
      if (backslash.faults < double.faults && text.includes('\\"')) return backslash;
    }
    if (text.includes("'") && countQuoted(text, "'", delimiter) > 2 * countQuoted(text, '"', delimiter) + 5)
      return shapeOf(head, whole, { delimiter, quote: "'", escape: "'" });
    if (double.faults > 0.3) return shapeOf(head, whole, { delimiter, quote: '', escape: '' });
    return double;
  });
  const ranked = shapes
    .map((shape) => ({ shape, score: scoreOf(shape) * (splitsHeader(text, shape.dialect, shape.width) ? 1.5 : 1) }))
    .toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  return best!.score > 0 ? best!.shape.dialect : { delimiter: ',', quote: '"', escape: '"' };
}
