import { describe, expect, it } from 'vitest';
import { RecordScanner, splitCells } from './scan-records.ts';

const COMMA = { delimiter: ',', quote: '"', escape: '"' };

function scan(text: string, { dialect = COMMA, skip = 0, chunk = 7 } = {}) {
  const scanner = new RecordScanner(dialect, skip);
  const bytes = Buffer.from(text);
  const records: { line: number; cells: string[] | string; blank: boolean }[] = [];
  for (let at = 0; at <= bytes.length; at += chunk)
    for (const record of scanner.push(bytes.subarray(at, at + chunk), at + chunk > bytes.length)) {
      const raw = record.bytes.toString('utf8', record.start, record.end);
      const cells = record.fault ?? splitCells(raw, dialect).map(({ text, quoted }) => (quoted ? `<${text}>` : text));
      if (record.fault === null) expect(cells).toHaveLength(record.cells);
      records.push({ line: record.line, cells, blank: record.blank });
    }
  return records;
}
const cellsOf = (text: string, options = {}) => scan(text, options).map(({ cells }) => cells);

describe('records of delimited text', () => {
  it('are the same however the bytes arrive', () => {
    const text = 'a,"b ""x"", y",c\r\n\r\n1,"two\r\nlines",3\n4,5" pipe,ş\r7,8,9';
    const whole = scan(text, { chunk: 1000 });
    expect(whole).toEqual([
      { line: 1, cells: ['a', '<b "x", y>', 'c'], blank: false },
      { line: 2, cells: [''], blank: true },
      { line: 3, cells: ['1', '<two\r\nlines>', '3'], blank: false },
      { line: 5, cells: ['4', '5" pipe', 'ş'], blank: false },
      { line: 6, cells: ['7', '8', '9'], blank: false },
    ]);
    for (const chunk of [1, 2, 3, 5, 11]) expect(scan(text, { chunk })).toEqual(whole);
  });

  it('lose one line to a quote that is never closed, or closed within a cell', () => {
    expect(cellsOf('1,2\n3,"4\n5,6\n7,8\n')).toEqual([['1', '2'], 'unclosed_quote', ['5', '6'], ['7', '8']]);
    expect(cellsOf('1,2\n3,"4\n5,"6"\n7,8\n')).toEqual([['1', '2'], 'misplaced_quote', ['5', '<6>'], ['7', '8']]);
    expect(cellsOf('1,2\n3,"4')).toEqual([['1', '2'], 'unclosed_quote']);
  });

  it('know quotes behind blanks, escapes other than the quote, and no quotes at all', () => {
    expect(cellsOf('1, "x, y" ,2\n')).toEqual([['1', '<x, y>', '2']]);
    expect(cellsOf('"a \\"b\\" \\\\",2\n', { dialect: { ...COMMA, escape: '\\' } })).toEqual([['<a "b" \\>', '2']]);
    expect(cellsOf('"a,b\n', { dialect: { ...COMMA, quote: '', escape: '' } })).toEqual([['"a', 'b']]);
  });

  it('begin behind skipped lines, whatever quotes those have', () => {
    expect(scan('The "big\r\nreport\r\na,b\r\n1,2\r\n', { skip: 3 })).toEqual([
      { line: 4, cells: ['1', '2'], blank: false },
    ]);
  });

  it('are refused above 16 MB, with or without a quote that stays open', () => {
    const scanner = new RecordScanner(COMMA);
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    expect(() => {
      for (let n = 0; n < 40; n++) for (const _ of scanner.push(chunk)) throw new Error('no record ends here');
    }).toThrow(/Line 1 is longer than 16 MB/);
  });
});
