import { allSynonyms, type Measure } from '@rise/contract';
import { NOISE, TOTAL_WORDS, type RankPhrase } from './cues.rules.ts';
import type { DatasetLexicon } from './lexicon.rules.ts';
import type { OpenMeasure, QueryInput } from './reading-draft.rules.ts';
import { nameWords } from './tokens.rules.ts';

const MOST = 4;
const SIZE = /^(?:size|büyüklük|ölçek)$/i;
const ADDITIVE = new Set(['sum', 'count', 'combine', 'count_distinct']);

/**
 * What “largest” or “best” can be measured by where the question does not say it: of a size the measures that are sums
 * and have other names as well, which people use most; of good and bad those that the model calls better one way.
 */
function measuresOfRank(
  { title, entity, dimensions, measures, counting }: DatasetLexicon,
  { isBest, isOfEntity }: { isBest: boolean; isOfEntity: boolean },
): string[] {
  const own = entity ? dimensions.get(entity.name) : undefined;
  const all = [...measures.values()].filter(({ name }) => name !== counting || !isOfEntity);
  const fitting = isBest
    ? all.filter(({ better }) => better === 'higher' || better === 'lower')
    : all.filter(({ kind, format }) => ADDITIVE.has(kind) && format.unit !== 'percent');
  const isMain = (measure: Measure) =>
    isBest ? measure.format.unit === 'percent' : allSynonyms(measure.synonyms).some((word) => SIZE.test(word));
  const rankOf = (measure: Measure) => Number(allSynonyms(measure.synonyms).length > 0) + 2 * Number(isMain(measure));
  const seen = new Set([title.en, ...(own ? [own.title.en] : [])].flatMap((text) => [...nameWords(text)]));
  const common = new Set(seen);
  const found: string[] = [];
  const twins: string[] = [];
  for (const measure of fitting.toSorted((a, b) => rankOf(b) - rankOf(a))) {
    // Of “loans” and “number of loans” one is enough.
    const words = nameWords(measure.title.en).filter((word) => !NOISE.has(word) && !TOTAL_WORDS.has(word));
    const isTwin = words.some((word) => seen.has(word) && !common.has(word));
    for (const word of words) seen.add(word);
    (isTwin && !isBest ? twins : found).push(measure.name);
  }
  return [...found, ...twins].slice(0, MOST);
}

/** The query with each measure that could be meant. */
export const meaningsOf = (query: QueryInput, { of, candidates, directions }: OpenMeasure): QueryInput[] =>
  candidates.slice(0, MOST).map((name) => withDirection(withMeasure(query, of, name), directions?.get(name)));

function withDirection(query: QueryInput, direction: 'asc' | 'desc' | undefined): QueryInput {
  if (direction === undefined) return query;
  const { order, top } = query as { order?: { field: string }[]; top?: object };
  return {
    ...query,
    ...(order && { order: order.map((item) => ({ ...item, direction })) }),
    ...(top && { top: { ...top, best: direction === 'desc' ? 'greatest' : 'least' } }),
  };
}

/** Measures of a rank without a measure, with the end of each that “best” or “worst” is. */
export function openRank(
  dataset: DatasetLexicon,
  end: RankPhrase['end'],
  { of, isOfEntity }: { of?: string; isOfEntity: boolean },
): OpenMeasure | null {
  const isBest = end === 'best' || end === 'worst';
  const candidates = measuresOfRank(dataset, { isBest, isOfEntity });
  const [first] = candidates;
  if (first === undefined) return null;
  const directionOf = (name: string) =>
    (end === 'best') === (dataset.measures.get(name)!.better === 'higher') ? ('desc' as const) : ('asc' as const);
  return {
    of: [of ?? first],
    candidates,
    ...(isBest && { directions: new Map(candidates.map((name) => [name, directionOf(name)])) }),
  };
}

function withMeasure(query: QueryInput, of: readonly string[], name: string): QueryInput {
  const renamed = (own: string) => (of.includes(own) ? name : own);
  const { measures, order, top, calculations } = query as {
    measures?: string[];
    order?: { field: string }[];
    top?: { measure: string };
    calculations?: { measure: string }[];
  };
  return {
    ...query,
    ...(measures && { measures: [...new Set(measures.map(renamed))] }),
    ...(order && { order: order.map((item) => ({ ...item, field: renamed(item.field) })) }),
    ...(top && { top: { ...top, measure: renamed(top.measure) } }),
    ...(calculations && { calculations: calculations.map((item) => ({ ...item, measure: renamed(item.measure) })) }),
  };
}
