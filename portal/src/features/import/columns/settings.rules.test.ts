import type { ImportTable, InspectedColumn, TextSettings } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import {
  adaptColumns,
  changeColumn,
  findColumn,
  followColumns,
  leaveOutColumn,
  leftOutColumns,
  nameFromTitle,
  nameProblem,
  takeColumn,
} from './settings.rules.ts';

const column = (title: string, name = title.toLowerCase()) => ({
  title,
  name,
  type: { kind: 'text' as const },
  nullTexts: [],
});
const SETTINGS: TextSettings = {
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ';',
  quote: '"',
  escape: '"',
  skipLines: 0,
  header: true,
  footerTexts: [],
  columns: [column('Id'), column('Day'), column('Amount')],
};
const inspected = (title: string): InspectedColumn => ({
  title,
  name: title.toLowerCase(),
  fileType: null,
  samples: [],
  nulls: 0,
  distinct: 0,
});
const ALL = ['Id', 'Day', 'Amount'].map(inspected);
const titles = (settings: { columns: { title: string }[] } | null) => settings?.columns.map(({ title }) => title);

describe('a table’s columns', () => {
  it('are changed by title, in any case', () => {
    const changed = changeColumn(SETTINGS, ' day', { name: 'booked', type: { kind: 'date', format: '%d.%m.%Y' } });
    expect(findColumn(changed, 'DAY')).toMatchObject({ title: 'Day', name: 'booked', type: { kind: 'date' } });
    expect(titles(changed)).toEqual(['Id', 'Day', 'Amount']);
  });

  it('are left out, and taken back to their place', () => {
    const without = leaveOutColumn(SETTINGS, 'Day');
    expect(leftOutColumns(without, ALL).map(({ title }) => title)).toEqual(['Day']);
    expect(titles(takeColumn(without, ALL[1]!, ALL))).toEqual(['Id', 'Day', 'Amount']);
    expect(titles(takeColumn(SETTINGS, ALL[1]!, ALL))).toEqual(['Id', 'Day', 'Amount']);
  });

  it('keep distinct names', () => {
    const renamed = changeColumn(leaveOutColumn(SETTINGS, 'Day'), 'Id', { name: 'day' });
    expect(findColumn(takeColumn(renamed, ALL[1]!, ALL), 'Day')!.name).toBe('day_2');
    expect(nameProblem(SETTINGS, 'Id', 'amount')).toBe('taken');
    expect(nameProblem(SETTINGS, 'Amount', 'amount')).toBeNull();
    expect(nameProblem(SETTINGS, 'Id', 'İd no')).toBe('form');
  });

  it('of a typed file have its own types', () => {
    const typed = {
      kind: 'typed' as const,
      format: 'parquet' as const,
      columns: [{ title: 'Id', name: 'id', type: null }],
    };
    expect(takeColumn(typed, ALL[1]!, ALL).columns[1]).toEqual({ title: 'Day', name: 'day', type: null });
  });

  it('follow another delimiter or header', () => {
    const other = { missing: ['Id', 'Day', 'Amount'], unlisted: ['Müşteri No', '2025'] };
    expect(adaptColumns(SETTINGS, other)!.columns.map(({ name }) => name)).toEqual(['musteri_no', 'c_2025']);
    expect(titles(adaptColumns(SETTINGS, { missing: ['Day'], unlisted: [] }))).toEqual(['Id', 'Amount']);
    expect(adaptColumns(SETTINGS, { missing: ['Id', 'Day', 'Amount'], unlisted: [] })).toBeNull();
  });

  it('are followed by what refers to them', () => {
    const dated = changeColumn(SETTINGS, 'Day', { type: { kind: 'date', format: '%d.%m.%Y' } });
    const table = { settings: dated, columns: ALL, key: ['id', 'day'], sortBy: ['day'], day: 'day', asOf: 'day' };
    const after = (settings: ImportTable['settings']) => followColumns(table as unknown as ImportTable, settings!);
    const renamed = changeColumn(dated, 'Day', { name: 'booked' });
    expect(after(renamed)).toEqual({ key: ['id', 'booked'], sortBy: ['booked'], day: 'booked', asOf: 'booked' });
    expect(after(leaveOutColumn(dated, 'Day'))).toEqual({ key: ['id'], sortBy: [], day: null, asOf: null });
    expect(after(SETTINGS)).toEqual({ key: ['id', 'day'], sortBy: ['day'], day: null, asOf: null });
  });

  it('are named after their titles', () => {
    expect(nameFromTitle('Kredi Tutarı (₺)')).toBe('kredi_tutari');
    expect(nameFromTitle('  ')).toBe('c');
  });
});
