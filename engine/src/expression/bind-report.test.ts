import { reportDocument } from '@rise/contract';
import { expect, test } from 'vitest';
import { bindReport } from './bind-report.ts';

const title = { en: 'T' };
const reportOf = (expression: string, value: object | number = { parameter: 'goal' }) =>
  reportDocument.parse({
    title,
    purpose: title,
    dataset: 'd',
    customMeasures: [{ kind: 'formula', name: 'm', expression }],
    parameters: [
      { name: 'goal', title, default: 1 },
      { name: 'goals', title, default: 2 },
    ],
    pages: [
      {
        id: 'p',
        title,
        rows: [
          {
            id: 'r',
            tiles: [
              { id: 'c', kind: 'chart', shape: 'bar', title, measures: ['m'], references: [{ label: title, value }] },
            ],
          },
        ],
      },
    ],
  });
const formulaOf = (expression: string, values: Record<string, number>) => {
  const [measure] = bindReport(reportOf(expression), values).customMeasures ?? [];
  return measure?.kind === 'formula' ? measure.expression : null;
};

test('each parameter becomes its number, and the rest of a formula stays as it was written', () => {
  expect(formulaOf('a * ( 1+:goal ) / :goals - :other', { goal: 0.05, goals: 3 })).toBe('a * ( 1+0.05 ) / 3 - :other');
  expect(formulaOf('a - :goal', { goal: -2 })).toBe('a - (-2)');
  expect(formulaOf('a * :goal', { goal: 1e-7 })).toBe('a * 0.0000001');
  expect(formulaOf('a * :goal', { goal: 1e15 })).toBe('a * 1000000000000000');
  expect(formulaOf(`CASE WHEN a > 1 THEN ':goal' END`, { goal: 5 })).toBe(`CASE WHEN a > 1 THEN ':goal' END`);
  expect(formulaOf('a * :goal $', { goal: 5 })).toBe('a * :goal $');
});

test('a line is at the value of its parameter', () => {
  const [line] = (bindReport(reportOf('a'), { goal: 7 }).pages[0]!.rows[0]!.tiles[0] as { references: unknown[] })
    .references;
  expect(line).toEqual({ label: title, value: 7 });
});
