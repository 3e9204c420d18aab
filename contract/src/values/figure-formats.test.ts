import { describe, expect, it } from 'vitest';
import type { QueryResult } from '../query/result.ts';
import { conditionalFormat } from '../report-formats.ts';
import { barOf, figureMarks, hiddenMeasures, toneOf } from './figure-formats.ts';

const rulesOf = (rules: object[]) => {
  const format = conditionalFormat.parse({ measure: 'ratio', show: 'rules', rules });
  return format.show === 'rules' ? format.rules : [];
};
const reading = (values: Record<string, number | null>) => (name: string) => values[name] ?? null;

describe('rules', () => {
  it('the first one that is met decides', () => {
    const rules = rulesOf([
      { op: 'gte', value: 0.1, tone: 'good' },
      { op: 'gte', value: 0.07, tone: 'warning' },
      { op: 'lt', value: 0.07, tone: 'bad' },
    ]);
    expect([0.12, 0.1, 0.08, 0.01].map((ratio) => toneOf(rules, 'ratio', reading({ ratio })))).toEqual([
      'good',
      'good',
      'warning',
      'bad',
    ]);
  });

  it('compare with a target, or another measure’s value, of the same row', () => {
    const rules = rulesOf([
      { op: 'lt', target: 'goal', tone: 'bad' },
      { of: 'members', op: 'lte', value: 5, tone: 'neutral' },
    ]);
    expect(toneOf(rules, 'ratio', reading({ ratio: 1, goal: 2, members: 100 }))).toBe('bad');
    expect(toneOf(rules, 'ratio', reading({ ratio: 3, goal: 2, members: 5 }))).toBe('neutral');
    expect(toneOf(rules, 'ratio', reading({ ratio: 3, goal: 2, members: 6 }))).toBeNull();
  });

  it('are not met without a value', () => {
    const rules = rulesOf([
      { op: 'lte', value: 0, tone: 'bad' },
      { op: 'gt', target: 'goal', tone: 'good' },
    ]);
    expect(toneOf(rules, 'ratio', reading({ ratio: null }))).toBeNull();
    expect(toneOf(rules, 'ratio', reading({ ratio: 1 }))).toBeNull();
  });

  it.each([
    { op: 'gt', tone: 'bad' },
    { op: 'gt', value: 1, target: 'goal', tone: 'bad' },
  ])('need either a number or a target: %o', (rule) => {
    const parsed = conditionalFormat.safeParse({ measure: 'ratio', show: 'rules', rules: [rule] });
    expect(parsed.error?.issues[0]?.message).toMatch(/either a 'value' or a 'target'/);
  });
});

const format = { unit: 'number', decimals: 0, truncate: false } as const;
const measure = (name: string): QueryResult['columns'][number] => ({
  name,
  title: { en: name },
  role: 'measure',
  type: 'decimal',
  format,
});
const COLUMNS: QueryResult['columns'] = [
  { name: 'state', title: { en: 'State' }, role: 'dimension', type: 'string' },
  { name: 'state_level', title: { en: 'Level' }, role: 'level', type: 'string', of: 'state' },
  measure('assets'),
  measure('loans'),
  measure('goal'),
];
const ROWS = [
  ['CA', 'member', '30', '-10', '20'],
  ['TX', 'member', '10', '30', '20'],
  ['VT', 'member', null, '10', '20'],
  [null, 'all', '40', '30', '60'],
];

describe('the cells of a result', () => {
  const tile = {
    measures: ['assets', 'loans'],
    formats: [
      { measure: 'assets', show: 'heat' },
      { measure: 'assets', show: 'rules', rules: [{ op: 'lt', target: 'goal', tone: 'bad' }] },
      { measure: 'loans', show: 'bars' },
    ].map((one) => conditionalFormat.parse(one)),
  };
  const marks = figureMarks(tile, { columns: COLUMNS, rows: ROWS });

  it('have a scale of their column, in which totals and what has no value have no place', () => {
    expect(ROWS.map((row) => marks.get(2)!(row))).toEqual([
      { tone: null, heat: 1 },
      { tone: 'bad', heat: 0 },
      null,
      { tone: 'bad' },
    ]);
  });

  it('have bars from zero, negative ones to its left', () => {
    const bars = ROWS.slice(0, 3).map((row) => marks.get(3)!(row)?.bar);
    expect(bars).toEqual([
      { start: 0, length: 0.25 },
      { start: 0.25, length: 0.75 },
      { start: 0.25, length: 0.25 },
    ]);
    expect(barOf(5, [5, 10])).toEqual({ start: 0, length: 0.5 });
    expect(barOf(0, [0, 0])).toEqual({ start: 0, length: 0 });
  });

  it('are compared with measures that are not shown', () => {
    expect(hiddenMeasures(tile)).toEqual(['goal']);
    expect(marks.has(4)).toBe(false);
  });

  it('of a pivot are compared within the same columns', () => {
    const at = (name: string, year: string): QueryResult['columns'][number] => ({
      ...measure(`${year}_${name}`),
      pivot: { field: name, members: [{ of: 'year', value: year, level: 'member', title: null }] },
    });
    const columns = [COLUMNS[0]!, at('assets', '2024'), at('goal', '2024'), at('assets', '2025'), at('goal', '2025')];
    const rows = [['CA', '10', '20', '10', '5']];
    const found = figureMarks({ ...tile, formats: tile.formats.slice(1, 2) }, { columns, rows });
    expect([1, 3].map((place) => found.get(place)!(rows[0]!)?.tone ?? null)).toEqual(['bad', null]);
  });
});
