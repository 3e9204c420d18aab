import type { TileOf } from '@rise/contract';
import type { ChartNote } from '@rise/ui/chart-options';
import { periodDays } from '../../../figures/period-days.ts';
import type { ChartData } from './chart-data.rules.ts';
import type { Words } from './result-labels.ts';

/**
 * The author's notes at the categories that a chart shows, in their order: those of a day at the period that has it.
 * Notes at what is not shown are left out.
 */
export function chartNotes(
  { category, annotations = [] }: Pick<TileOf<'chart'>, 'category' | 'annotations'>,
  { categories }: Pick<ChartData, 'categories'>,
  { localize }: Pick<Words, 'localize'>,
): ChartNote[] {
  if (category === undefined) return [];
  const isAt = (at: string, value: string): boolean => {
    if (typeof category === 'string') return value === at;
    const { since, until } = periodDays(value, category.grain);
    return at >= since && at <= until;
  };
  const texts = new Map<string, string[]>();
  for (const { at, text } of annotations) {
    // Of the hours of a day, the first one has its note.
    const found = categories.find(({ value }) => value !== null && isAt(at, value));
    if (found) texts.set(found.key, [...(texts.get(found.key) ?? []), localize(text)]);
  }
  return categories.flatMap(({ key }) =>
    texts.has(key) ? [{ category: key, text: texts.get(key)!.join(' · ') }] : [],
  );
}
