import { describe, expect, it } from 'vitest';
import { csvOf, type FlatTable, tabbedOf } from './flat-table.ts';

const TABLE: FlatTable = {
  columns: [{ title: 'Name' }, { title: 'Assets, total', format: { unit: 'currency' } }],
  rows: [
    ['Plain', '2433113000000'],
    ['Quote " and, comma', -12],
    ['two\nlines', null],
    ['=cmd|calc', 0.0912],
    ['@SUM(A1)', '-5.5'],
    ['+1', '1e21'],
    ['-', undefined],
    ['＝1+1', 2],
  ],
};

describe('exported figures of a tile', () => {
  it('are exact in CSV, and text stays text for a spreadsheet', () => {
    expect(csvOf(TABLE).split('\r\n')).toEqual([
      'Name,"Assets, total"',
      'Plain,2433113000000',
      '"Quote "" and, comma",-12',
      '"two\nlines",',
      "'=cmd|calc,0.0912",
      "'@SUM(A1),-5.5",
      "'+1,1e21",
      "'-,",
      "'＝1+1,2",
      '',
    ]);
  });

  it('are formatted as on the page in the table for pasting', () => {
    const lines = tabbedOf(TABLE, (value, { unit }) => `${unit}:${String(value)}`).split('\n');
    expect(lines[1]).toBe('Plain\tcurrency:2433113000000');
    expect(lines[3]).toBe('two lines\tcurrency:null');
    expect(lines[4]).toBe("'=cmd|calc\tcurrency:0.0912");
  });
});
