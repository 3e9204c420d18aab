import type { CustomMeasure, Filter, LocalizedText, MeasureFormat } from '@rise/contract';
import type { Item } from './cover.rules.ts';
import type { DatasetLexicon } from './lexicon.rules.ts';
import { titleOfValue } from './lexicon.rules.ts';
import { cuesOf, neighbor, ReadingFailure, type Draft } from './reading-draft.rules.ts';

type MeasureItem = Extract<Item, { kind: 'measure' | 'dimension' }>;

/** One measure computed of others, in place of these. */
export interface Formula {
  readonly customMeasures: readonly CustomMeasure[];
  readonly name: string;
}

/** Kinds of measures whose values can be divided by each other at each level; ratios already are divided. */
const DIVISIBLE = new Set(['sum', 'count', 'count_distinct', 'combine', 'average_balance']);

/** “net income per member”, “üye başına net kâr”, “total loans / members”: one measure divided by another. */
export function bindRatio(draft: Draft, shown: readonly string[]): Formula | null {
  const pairs = [...pairsOfCues(draft), ...pairsOfSigns(draft)];
  const [pair] = pairs;
  if (!pair) return null;
  const { dataset } = draft.context;
  const [above, below] = pair;
  // Further measures or calculations beside a ratio are not guessed.
  const others = shown.filter((name) => name !== above.name && name !== below.name);
  if (pairs.length > 1 || others.length > 0 || above.name === below.name) throw new ReadingFailure('no_group', below);
  for (const cue of ['share', 'running', 'growth', 'lastYear', 'peers', 'rank', 'distribution'] as const)
    if (cuesOf(draft, cue).length > 0) throw new ReadingFailure('not_comparable', cuesOf(draft, cue)[0]);
  const [top, bottom] = [above, below].map(({ name }) => dataset.measures.get(name)!);
  if (!DIVISIBLE.has(top!.kind) || !DIVISIBLE.has(bottom!.kind)) throw new ReadingFailure('not_additive', above);
  for (const cue of cuesOf(draft, 'average')) draft.used.add(cue);
  const formula = quotient(dataset, above.name, below.name);
  draft.places.set(`measure:${formula.name}`, {
    from: Math.min(above.from, below.from),
    to: Math.max(above.to, below.to),
  });
  return { customMeasures: [formula], name: formula.name };
}

function pairsOfCues(draft: Draft): [MeasureItem, MeasureItem][] {
  return cuesOf(draft, 'per').flatMap((cue): [MeasureItem, MeasureItem][] => {
    const [before, after] = [neighbor(draft, cue, -1), neighbor(draft, cue, 1)];
    const isPostposed = draft.context.words[cue.from] === 'basina';
    const [above, below] = isPostposed ? [after, before] : [before, after];
    if (below?.kind !== 'measure') return [];
    draft.used.add(cue);
    if (above?.kind !== 'measure') throw new ReadingFailure('no_group', cue);
    return [[above, below]];
  });
}

function pairsOfSigns(draft: Draft): [MeasureItem, MeasureItem][] {
  return draft.items.flatMap((item): [MeasureItem, MeasureItem][] => {
    if (item.kind !== 'measure' || !draft.context.divided.has(item.from)) return [];
    const before = neighbor(draft, item, -1);
    return before?.kind === 'measure' ? [[before, item]] : [];
  });
}

/** A measure divided by another, with its reading as its title. */
export function quotient(dataset: DatasetLexicon, above: string, below: string): CustomMeasure {
  const [top, bottom] = [dataset.measures.get(above)!, dataset.measures.get(below)!];
  const isSameUnit = top.format.unit === bottom.format.unit && top.format.unit === 'currency';
  const format: MeasureFormat = isSameUnit
    ? { unit: 'percent', decimals: 2, truncate: false }
    : top.format.unit === 'currency'
      ? { unit: 'currency', decimals: 0, truncate: false }
      : { unit: 'number', decimals: 2, truncate: false };
  return {
    name: `${above}_per_${below}`.slice(0, 60),
    kind: 'formula',
    expression: `${above} / ${below}`,
    title: joined(top.title, ' ÷ ', bottom.title),
    format,
  };
}

const joined = (a: LocalizedText, sign: string, b: LocalizedText): LocalizedText => ({
  en: `${a.en}${sign}${b.en}`,
  tr: `${a.tr ?? a.en}${sign}${b.tr ?? b.en}`,
});

/** “what share of members is in Texas?”: a measure of the rows of a filter, divided by the same measure of all rows. */
export function shareOfFilter({ context: { dataset } }: Draft, measure: string, filter: Filter): Formula {
  const { title } = dataset.measures.get(measure)!;
  const part = `${measure}_of_part`.slice(0, 60);
  const name = `share_of_${measure}`.slice(0, 60);
  const of = (language: 'en' | 'tr') => valuesOf(dataset, filter, language);
  const parted: LocalizedText = {
    en: `${title.en} (${of('en')})`,
    tr: `${title.tr ?? title.en} (${of('tr')})`,
  };
  return {
    name,
    customMeasures: [
      { name: part, kind: 'filtered', measure, filter, title: parted },
      {
        name,
        kind: 'formula',
        expression: `${part} / ${measure}`,
        title: joined(parted, ' ÷ ', title),
        format: { unit: 'percent', decimals: 2, truncate: false },
      },
    ],
  };
}

function valuesOf({ dimensions }: DatasetLexicon, filter: Filter, language: 'en' | 'tr'): string {
  if (!('field' in filter) || !('values' in filter)) return '';
  const dimension = dimensions.get(filter.field);
  const title = dimension?.title;
  const names = filter.values.map((value) => titleOfValue(dimension, value, language)).join(', ');
  return `${title ? (title[language] ?? title.en) : filter.field}: ${names}`;
}
