import { expect, it } from 'vitest';
import { chartNotes } from './annotations.rules.ts';

const localize = (text: { en: string; tr?: string | undefined }) => text.tr ?? text.en;
const categories = (...values: (string | null)[]) =>
  values.map((value, place) => ({ key: value ?? ` ${place}`, label: String(value), value, isOther: value === null }));
const at = (day: string, text: string) => ({ at: day, text: { en: text } });

it('a note of a day is at the period that has it, at each level', () => {
  const annotations = [at('2024-03-31', 'Last day'), at('2024-04-01', 'First day'), at('2030-01-01', 'Not shown')];
  const notes = (grain: 'quarter' | 'month' | 'year', ...starts: string[]) =>
    chartNotes(
      { category: { field: 'day', grain, fill: false }, annotations },
      { categories: categories(...starts) },
      { localize },
    );
  expect(notes('quarter', '2024-01-01', '2024-04-01')).toEqual([
    { category: '2024-01-01', text: 'Last day' },
    { category: '2024-04-01', text: 'First day' },
  ]);
  expect(notes('year', '2024-01-01')).toEqual([{ category: '2024-01-01', text: 'Last day · First day' }]);
  expect(notes('month', '2024-05-01')).toEqual([]);
});

it('a note of a member is at that member alone, in the reader’s language', () => {
  const annotations = [{ at: 'Los Angeles', text: { en: 'Home', tr: 'Yuva' } }];
  expect(
    chartNotes(
      { category: 'city', annotations },
      { categories: categories('Los Angeles County', 'Los Angeles', null) },
      { localize },
    ),
  ).toEqual([{ category: 'Los Angeles', text: 'Yuva' }]);
});

it('a note of a day is at its first hour', () => {
  const hours = categories('2024-03-01T00:00:00', '2024-03-01T01:00:00');
  const tile = {
    category: { field: 'at', grain: 'hour' as const, fill: false },
    annotations: [at('2024-03-01', 'Day')],
  };
  expect(chartNotes(tile, { categories: hours }, { localize })).toEqual([{ category: hours[0]!.key, text: 'Day' }]);
});
