import type { SqlResult } from '@rise/contract';
import { expect, test } from 'vitest';
import { axesOf, firstChart, isTimeline, MAX_POINTS, pointsOf } from './chart.rules.ts';

const column = (name: string, type: SqlResult['columns'][number]['type']): SqlResult['columns'][number] => ({
  name,
  title: { en: name },
  role: 'statistic',
  type,
});
const day = column('day', 'date');
const state = column('state', 'string');
const loans = column('loans', 'integer');
const amount = column('amount', 'decimal');

test('names get bars, days a line, and a single column nothing', () => {
  expect(firstChart([state, loans, amount])).toEqual({ kind: 'bar', x: 0, y: 1 });
  expect(firstChart([loans, state, day])).toEqual({ kind: 'line', x: 2, y: 0 });
  expect(firstChart([loans, amount])).toEqual({ kind: 'bar', x: 0, y: 1 });
  expect(firstChart([loans])).toBeNull();
  expect(firstChart([state, day])).toBeNull();
  expect(axesOf([state, loans]).y).toEqual([1]);
  expect(isTimeline([day, loans], { kind: 'line', x: 0, y: 1 })).toBe(true);
  expect(isTimeline([state, loans], { kind: 'line', x: 0, y: 1 })).toBe(false);
});

test('points have the rows’ order, gaps for NULL, and a limit', () => {
  const choice = { kind: 'bar', x: 0, y: 1 } as const;
  const rows: SqlResult['rows'] = [
    ['VT', '1.50'],
    [null, null],
  ];
  expect(pointsOf({ rows }, choice)).toEqual({ labels: ['VT', 'NULL'], values: [1.5, null], left: 0 });
  const many = Array.from({ length: 100 }, (_, index) => [String(index), index]);
  expect(pointsOf({ rows: many }, choice)).toMatchObject({ left: 100 - MAX_POINTS.bar });
});
