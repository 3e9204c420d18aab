import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES, selectFiles } from './accepted-files.ts';

const file = (name: string, size = 1, folder = ''): File =>
  Object.defineProperties(new File([], name), {
    size: { value: size },
    webkitRelativePath: { value: folder && `${folder}/${name}` },
  });

describe('chosen files', () => {
  it('are sent where their kind can be read, whatever the case of their names', () => {
    const files = ['a.csv', 'B.XLSX', 'c.ndjson', 'd.parquet', 'e.zip', 'year.2025.tsv'].map((name) => file(name));
    expect(selectFiles(files)).toEqual({ accepted: files, refused: [], ignored: 0 });
  });

  it('are refused one by one, each with its own remedy', () => {
    const files = [
      file('big.csv', MAX_FILE_BYTES + 1),
      file('empty.csv', 0),
      file('old.xls'),
      file('sheet.ods'),
      file('scan.pdf'),
      file('README'),
      file('good.csv', MAX_FILE_BYTES),
    ];
    const { accepted, refused } = selectFiles(files);
    expect(accepted.map(({ name }) => name)).toEqual(['good.csv']);
    expect(refused.map(({ code }) => code)).toEqual([
      'tooLarge',
      'empty',
      'oldExcel',
      'otherSpreadsheet',
      'otherKind',
      'otherKind',
    ]);
  });

  it('are as many as an import can have', () => {
    const { accepted, refused } = selectFiles([file('a.csv'), file('b.csv'), file('c.csv')], 2);
    expect(accepted).toHaveLength(2);
    expect(refused).toEqual([{ name: 'c.csv', code: 'tooMany' }]);
  });

  it('of a folder leave out what is no data, and count it', () => {
    const { accepted, refused, ignored } = selectFiles([
      file('loan.csv', 9, 'bank'),
      file('.DS_Store', 9, 'bank'),
      file('~$loan.xlsx', 9, 'bank'),
      file('logo.png', 9, 'bank'),
      file('old.xls', 9, 'bank'),
    ]);
    expect(accepted.map(({ name }) => name)).toEqual(['loan.csv']);
    expect(refused).toEqual([{ name: 'old.xls', code: 'oldExcel' }]);
    expect(ignored).toBe(3);
  });
});
