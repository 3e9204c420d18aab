import { describe, expect, it } from 'vitest';
import { csvCell } from './csv-cell.ts';

describe('csvCell', () => {
  it.each(['-12', '-12.5', '1e21', '-1e21', '-1.5e-7', '-2E+8', '0'])('leaves the number %s unchanged', (text) => {
    expect(csvCell(text)).toBe(text);
  });

  it.each(['=1+1', '+90', '-', '-2+3', '-1e', '@x', '\tx', '＝1', '＋1', '－1', '＠x'])('neutralizes %j', (text) => {
    expect(csvCell(text)).toBe(`'${text}`);
  });

  it.each(['a=b', '', ' =1', '−12'])('leaves the text %j unchanged', (text) => {
    expect(csvCell(text)).toBe(text);
  });

  it('quotes values that contain the delimiter', () => {
    expect(csvCell('a "b"')).toBe('"a ""b"""');
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('a,b', ';')).toBe('a,b');
    expect(csvCell('a;b', ';')).toBe('"a;b"');
    expect(csvCell('\r=1')).toBe('"\'\r=1"');
    expect(csvCell('\n=1')).toBe('"\'\n=1"');
  });
});
