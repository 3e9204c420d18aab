import type { QueryResult, ResultColumn, TileOf } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { bulletItems } from './bullet.rules.ts';
import { chartData, hiddenSeries } from './chart-data.rules.ts';
import type { Words } from './result-labels.ts';

const words = {
  t: (key: string, values?: Record<string, unknown>) => (values ? `${key} ${JSON.stringify(values)}` : key),
  language: 'en',
  localize: ({ en }: { en: string }) => en,
} as unknown as Words;
const column = (name: string, more: Partial<ResultColumn> = {}): ResultColumn => ({
  name,
  title: { en: name.toUpperCase() },
  role: 'dimension',
  type: 'string',
  ...more,
});
const AMOUNT = column('amount', {
  role: 'measure',
  type: 'decimal',
  format: { unit: 'currency', decimals: 2, truncate: false },
});
const tile = (more: Partial<TileOf<'chart'>>): TileOf<'chart'> => ({
  id: 'c',
  width: 12,
  kind: 'chart',
  shape: 'column',
  title: { en: 'C' },
  of: 'peers',
  measures: ['amount'],
  stack: 'none',
  other: true,
  order: 'value',
  labels: false,
  ...more,
});
const read = (of: TileOf<'chart'>, columns: ResultColumn[], rows: QueryResult['rows']) => ({
  tile: of,
  result: { columns, rows } as unknown as QueryResult,
  dimensionOf: () => undefined,
  words,
});

describe('the figures of a chart', () => {
  it('have a gap where there is no value, and exact decimals as numbers', () => {
    const { categories, series } = chartData(
      read(
        tile({ category: 'state' }),
        [column('state'), AMOUNT],
        [
          ['TX', '12.50'],
          ['CA', null],
        ],
      ),
    );
    expect(categories.map(({ label }) => label)).toEqual(['TX', 'CA']);
    expect(series).toMatchObject([{ key: 'amount', name: 'AMOUNT', mark: 'column', data: [12.5, null] }]);
  });

  it('have the target of a bullet chart beside each value: a number, another measure, or none', () => {
    const GOAL = { ...AMOUNT, name: 'goal', title: { en: 'GOAL' } };
    const rows = [
      ['TX', '12.50', '20'],
      ['CA', '3', null],
    ];
    const bullets = (more: Partial<TileOf<'chart'>>) => {
      const of = tile({ shape: 'bullet', category: 'state', ...more });
      const data = chartData(read(of, [column('state'), AMOUNT, GOAL], rows));
      return { series: data.series, items: bulletItems(data, of) };
    };
    expect(bullets({ target: 10, bands: [5, 15] }).items).toEqual([
      { key: 'TX', label: 'TX', value: 12.5, target: 10, bands: [5, 15] },
      { key: 'CA', label: 'CA', value: 3, target: 10, bands: [5, 15] },
    ]);
    const measured = bullets({ target: { measure: 'goal' } });
    expect(measured.items.map(({ value, target }) => [value, target])).toEqual([
      [12.5, 20],
      [3, null],
    ]);
    expect(measured.series.map(({ name }) => name)).toEqual(['AMOUNT', 'GOAL']);
    expect(bullets({}).items.map(({ target }) => target)).toEqual([null, null]);
  });

  it('of a bullet chart without a category are one bullet, named after its measure', () => {
    const of = tile({ shape: 'bullet', target: 10 });
    const data = chartData(read(of, [AMOUNT], [['12.50']]));
    expect(bulletItems(data, of)).toEqual([{ key: 'amount', label: 'AMOUNT', value: 12.5, target: 10 }]);
  });

  it('have the rows of a heat map in the order of the model, not of the first column', () => {
    const [small, large] = [
      { value: 'small', title: { en: 'Small' } },
      { value: 'large', title: { en: 'Large' } },
    ];
    const band = { name: 'band', title: { en: 'Band' }, description: null, values: [small, large] };
    const rows = [
      ['TX', 'large', 1],
      ['CA', 'small', 2],
      ['CA', null, 3],
      ['CA', 'large', 4],
    ];
    const columns = [column('state'), column('band'), AMOUNT];
    const of = (shape: 'heat_map' | 'column') => ({
      ...read(tile({ shape, category: 'state', series: 'band' }), columns, rows),
      dimensionOf: (name: string) => (name === 'band' ? band : undefined),
    });
    const shown = chartData(of('heat_map')).series;
    expect(shown.map(({ name, data }) => [name, data])).toEqual([
      ['Small', [null, 2]],
      ['Large', [1, 4]],
      ['report.noValue', [null, 3]],
    ]);
    expect(chartData(of('column')).series.map(({ name }) => name)).toEqual(['Large', 'Small', 'report.noValue']);
  });

  it('name what is combined, what has no value, and periods; an open period is marked', () => {
    const level = column('state_level', { role: 'level', of: 'state' });
    const combined = chartData(
      read(
        tile({ category: 'state' }),
        [column('state'), level, AMOUNT],
        [
          [null, 'member', 1],
          [null, 'other', 2],
        ],
      ),
    );
    expect(combined.categories.map(({ label, isOther }) => [label, isOther])).toEqual([
      ['report.noValue', false],
      ['report.other', true],
    ]);
    const month = column('day_month', { type: 'date', period: { grain: 'month', incompleteFrom: '2026-02-01' } });
    const course = chartData(
      read(
        tile({ shape: 'line', category: { field: 'day', grain: 'month', fill: false } }),
        [month, AMOUNT],
        [
          ['2026-01-01', 1],
          ['2026-02-01', 2],
        ],
      ),
    );
    expect(course.categories.map(({ label, isIncomplete = false }) => [label, isIncomplete])).toEqual([
      ['Jan 2026', false],
      ['Feb 2026', true],
    ]);
    expect(course.series[0]!.mark).toBe('line');
  });

  it('are in series by a second dimension, with gaps where it has no row', () => {
    const { series } = chartData(
      read(
        tile({ category: 'state', series: 'branch' }),
        [column('state'), column('branch'), AMOUNT],
        [
          ['TX', 'a', 1],
          ['CA', 'a', 2],
          ['CA', 'b', 3],
        ],
      ),
    );
    expect(series.map(({ name, data }) => [name, data])).toEqual([
      ['a', [1, 2]],
      ['b', [null, 3]],
    ]);
  });

  it('say how many series are left out', () => {
    const rows = Array.from({ length: 11 }, (_, index) => ['TX', `b${index}`, index] as const);
    const of = read(
      tile({ category: 'state', series: 'branch' }),
      [column('state'), column('branch'), AMOUNT],
      rows.map((row) => [...row]),
    );
    expect(chartData(of).series).toHaveLength(8);
    expect(hiddenSeries(of)).toBe(3);
  });

  it('are measures side by side without a category', () => {
    const count = column('loans', {
      role: 'measure',
      type: 'integer',
      format: { unit: 'count', decimals: 0, truncate: false },
    });
    const { categories, series } = chartData(
      read(tile({ measures: ['amount', 'loans'] }), [AMOUNT, count], [['5', 2]]),
    );
    expect(categories.map(({ label }) => label)).toEqual(['AMOUNT', 'LOANS']);
    expect(series[0]!.data).toEqual([5, 2]);
  });
});
