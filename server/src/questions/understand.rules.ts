import type { Language } from '@rise/contract';
import { coversOf, type Cover, type Item } from './cover.rules.ts';
import type { DatasetLexicon, Lexicon } from './lexicon.rules.ts';
import { matchWords, type MatchedWords } from './matches.rules.ts';
import type { Failure } from './reading-draft.rules.ts';
import { isFailure, readCover, type Reading } from './reading.rules.ts';
import type { TimeContext } from './time-words.rules.ts';
import { tokensOf } from './tokens.rules.ts';

/** What a question was understood as. */
export type Understanding =
  | { readonly kind: 'answer'; readonly reading: Reading }
  /** Several meanings, the likeliest first. */
  | { readonly kind: 'ask'; readonly readings: readonly Reading[] }
  | {
      readonly kind: 'refuse';
      readonly failure: Failure;
      /** What is left without the words that have no meaning; null where that is nothing. */
      readonly without: Reading | null;
      /** The words that no name and no grammar has, as tokens. */
      readonly unknown: readonly { readonly from: number; readonly to: number }[];
    };

export interface QuestionContext {
  readonly lexicon: Lexicon;
  readonly language: Language;
  readonly time: TimeContext;
}

/** Least confidence of an answer, and the lead that it needs over others. */
const LEAST = 0.75;
const LEAD = 0.04;
/** Readings of covers so much worse than the best would be forced. */
const SPREAD = 1.3;
export const MOST_CHOICES = 4;

export function matchQuestion(question: string, { lexicon }: QuestionContext): MatchedWords {
  return matchWords(tokensOf(question), lexicon);
}

interface Candidate {
  readonly dataset: DatasetLexicon;
  readonly cover: Cover;
}

export function understand(matched: MatchedWords, context: QuestionContext): Understanding {
  const candidates = context.lexicon.datasets.flatMap((dataset) =>
    coversOf(matched, dataset, context).map((cover): Candidate => ({ dataset, cover })),
  );
  const complete = candidates.filter(({ cover }) => cover.unknown === 0);
  const best = Math.max(...complete.map(({ cover }) => cover.total));
  const results = complete
    .filter(({ cover }) => cover.total >= best - SPREAD)
    .toSorted((a, b) => b.cover.total - a.cover.total)
    .map(({ dataset, cover }) => readCover(cover, { dataset, words: matched.words, listed: matched.listed }));
  const readings = distinct(results.filter((result): result is Reading => !isFailure(result)));
  const [first, ...others] = readings;
  if (first && first.confidence >= LEAST) {
    const close = others.filter(({ total, confidence }) => total > first.total - LEAD && confidence >= LEAST);
    const named = byKeys(first, context);
    if (named.length > 1) return { kind: 'ask', readings: named };
    if (close.length > 0) return { kind: 'ask', readings: [first, ...close].slice(0, MOST_CHOICES) };
    const heads = headChoices(first, matched, context);
    return heads.length > 1 ? { kind: 'ask', readings: heads } : { kind: 'answer', reading: first };
  }
  if (first) return { kind: 'ask', readings: readings.slice(0, MOST_CHOICES) };
  const failure = results.find(isFailure);
  return refuse(candidates, failure, matched);
}

function distinct(readings: readonly Reading[]): Reading[] {
  const seen = new Set<string>();
  return readings
    .toSorted((a, b) => b.total - a.total)
    .filter(({ query }) => {
      const key = JSON.stringify(query);
      return !seen.has(key) && seen.add(key);
    });
}

/**
 * A single word that is no measure's title but stands in many could mean any of these: “loans”. The reading itself and
 * those of the measures whose names are shortest.
 */
function headChoices(reading: Reading, matched: MatchedWords, { lexicon }: QuestionContext): Reading[] {
  const { query } = reading;
  const measures = query['measures'];
  if (
    !Array.isArray(measures) ||
    measures.length !== 1 ||
    Object.keys(query).some((key) => !['dataset', 'dimensions', 'measures'].includes(key))
  )
    return [];
  const dimensions = query['dimensions'];
  const dataset = lexicon.datasets.find(({ name }) => name === reading.dataset)!;
  const place = reading.places.get(`measure:${String(measures[0])}`);
  if (
    !place ||
    reading.length > 1 ||
    place.to - place.from !== 1 ||
    (Array.isArray(dimensions) && dimensions.length > 0)
  )
    return [];
  const own = new Set(matched.matches[place.from]!.keys());
  const named = dataset.phrases.filter(
    ({ meaning, words }) => meaning.kind === 'measure' && words.some((word) => own.has(word)),
  );
  if (
    named.some(
      ({ quality, words, meaning }) =>
        quality === 1 && words.length === 1 && meaning.kind === 'measure' && meaning.name === measures[0],
    )
  )
    return [];
  const names = named
    .toSorted((a, b) => a.words.length - b.words.length)
    .flatMap(({ meaning }) => (meaning.kind === 'measure' ? [meaning.name] : []));
  const distinctNames = [...new Set([String(measures[0]), ...names])];
  const grouped = dimensionChoice(reading, dataset, own);
  if (distinctNames.length < MOST_CHOICES) return grouped ? [reading, grouped] : [];
  return distinctNames.slice(0, MOST_CHOICES).map((name) => ({
    ...reading,
    query: { ...query, measures: [name] },
    places: new Map([[`measure:${name}`, place]]),
  }));
}

/** “size” could also be a dimension: what is counted by it. */
function dimensionChoice(reading: Reading, dataset: DatasetLexicon, own: ReadonlySet<string>): Reading | null {
  const found = dataset.phrases.find(
    ({ meaning, words }) => meaning.kind === 'dimension' && words.some((word) => own.has(word)),
  );
  if (found?.meaning.kind !== 'dimension' || dataset.counting === null) return null;
  return {
    ...reading,
    query: { ...reading.query, dimensions: [found.meaning.name], measures: [dataset.counting] },
    places: new Map(),
  };
}

/** A name that several members of the entity have: one reading for each, the filter on its key. */
function byKeys(reading: Reading, { lexicon }: QuestionContext): Reading[] {
  const dataset = lexicon.datasets.find(({ name }) => name === reading.dataset)!;
  const { entity, keysOfName } = dataset;
  if (!entity) return [];
  const text = JSON.stringify(reading.query);
  for (const [name, keys] of keysOfName) {
    if (keys.length < 2) continue;
    const filter = JSON.stringify({ field: entity.name, op: 'in', values: [name] });
    if (!text.includes(filter)) continue;
    return keys.slice(0, MOST_CHOICES).map((key) => ({
      ...reading,
      query: JSON.parse(
        text.replace(filter, JSON.stringify({ field: entity.key, op: 'in', values: [key] })),
      ) as Reading['query'],
    }));
  }
  return [];
}

function refuse(candidates: readonly Candidate[], failure: Failure | undefined, matched: MatchedWords): Understanding {
  if (failure) return { kind: 'refuse', failure, without: ofAll(candidates, failure, matched), unknown: [] };
  const fewest = Math.min(...candidates.map(({ cover }) => cover.unknown));
  const nearest = candidates
    .filter(({ cover }) => cover.unknown === fewest)
    .toSorted((a, b) => b.cover.total - a.cover.total);
  const unknown = (nearest[0]?.cover.items ?? []).filter((item: Item) => item.kind === 'unknown');
  const without = nearest
    .map(({ dataset, cover }) =>
      readCover(
        { ...cover, items: withoutUnknown(cover.items) },
        { dataset, words: matched.words, listed: matched.listed },
      ),
    )
    .find((result): result is Reading => !isFailure(result));
  return {
    kind: 'refuse',
    failure: { obstacle: 'unknown_words', from: unknown[0]?.from ?? 0, to: unknown.at(-1)?.to ?? 0 },
    without: without ?? null,
    unknown,
  };
}

/** Of the average of a ratio: the ratio of all together, which may be what was meant. */
function ofAll(candidates: readonly Candidate[], { obstacle }: Failure, matched: MatchedWords): Reading | null {
  if (obstacle !== 'not_additive') return null;
  const { words, listed } = matched;
  const readings = candidates
    .filter(({ cover }) => cover.unknown === 0 && cover.items.some(isAverage))
    .toSorted((a, b) => b.cover.total - a.cover.total)
    .map(({ dataset, cover }) => {
      const items = cover.items.filter((item) => !isAverage(item));
      return readCover({ ...cover, items }, { dataset, words, listed });
    });
  return readings.find((result): result is Reading => !isFailure(result)) ?? null;
}

const isAverage = (item: Item): boolean => item.kind === 'cue' && item.cue === 'average';

/** The items without words that have no meaning, nor what leads to one: “by branch manager”. */
function withoutUnknown(items: readonly Item[]): Item[] {
  return items.filter((item, at) => {
    const next = items.slice(at + 1).find(({ kind }) => kind !== 'noise');
    return item.kind !== 'unknown' && !(item.kind === 'cue' && next?.kind === 'unknown');
  });
}
