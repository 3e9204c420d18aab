import { type QueryResult, type QuestionReading, semanticQuery } from '@rise/contract';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { figureMarkdown, MOST_FILE_ROWS } from './figure-markdown.rules.ts';

const t = ((key: string, { count }: { count?: string } = {}) =>
  [key.split('.').at(-1), ...(count === undefined ? [] : [count])].join(' ')) as unknown as TFunction;
const words = {
  t,
  language: 'en',
  figure: (value: unknown) => `<${String(value)}>`,
  localize: ({ en }: { en: string }) => en,
};
const reading = (query: object): QuestionReading => ({
  title: 'Members by *State*',
  query: semanticQuery.parse({ dataset: 'd', measures: ['members'], dimensions: ['state'], ...query }),
  parts: [
    { key: 'measure:members', role: 'measure', words: null, meaning: 'Members', definition: 'Counted.', format: null, alternatives: [], without: null }, // prettier-ignore
  ],
  labels: { state: { S0: 'South | North' } },
  view: null,
});
const result = (count: number, truncated = false): QueryResult => ({
  columns: [
    { name: 'state', title: { en: 'State' }, role: 'dimension', type: 'string' },
    { name: 'members', title: { en: 'Members' }, role: 'measure', type: 'decimal', format: { unit: 'count' } },
  ] as QueryResult['columns'],
  rows: Array.from({ length: count }, (_, at) => [`S${at}`, String(at)]),
  meta: { asOf: '2025-12-31', truncated, rowCount: count } as QueryResult['meta'],
});

it('has all rows, the reading, definitions and the date, with all markup escaped', () => {
  const text = figureMarkdown(reading({}), result(54), words);
  expect(text).toMatch(/^\*\*Members by \\\*State\\\*\*\*\n\n\| State \| Members \|\n\| --- \| --: \|/);
  expect(text).toContain('South \\| North');
  expect(text.match(/^\| S\d+ /gm)).toHaveLength(53);
  expect(text).toContain('understood: Members\n\n> Members: Counted.\n\nasOf');
  expect(text).not.toContain('cut');
});

it('says so where it has not all rows', () => {
  expect(figureMarkdown(reading({}), result(MOST_FILE_ROWS + 1), words)).toContain('\n\ncut 1,000\n\n');
  expect(figureMarkdown(reading({}), result(20, true), words)).toContain('\n\ncut 20\n\n');
  const order = [{ field: 'members', direction: 'desc' }];
  expect(figureMarkdown(reading({ order }), result(5, true), words)).not.toContain('cut');
});
