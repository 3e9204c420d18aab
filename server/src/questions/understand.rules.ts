import type { Language } from '@rise/contract';
import { coversOf, type Cover, type Item } from './cover.rules.ts';
import { wordsBesideEntity, type DatasetLexicon, type Lexicon } from './lexicon.rules.ts';
import { matchWords, type MatchedWords } from './matches.rules.ts';
import { contextOfWords, type Failure } from './reading-draft.rules.ts';
import { isFailure, readCover, type Reading } from './reading.rules.ts';
import type { TimeContext } from './time-words.rules.ts';
import { tokensOf } from './tokens.rules.ts';

/** What a question was understood as. */
export type Understanding =
  | { readonly kind: 'answer'; readonly reading: Reading }
  /** Several meanings, the likeliest first. */
  | {
      readonly kind: 'ask';
      readonly readings: readonly Reading[];
      /** The question leaves open what is meant, even where only one meaning can be offered. */
      readonly isOpen?: true;
    }
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
  /** Key of the member of the entity that the asker's tenant is; null where that is unknown. */
  readonly home: string | null;
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
    .map((candidate) => ({ ...candidate, result: read(candidate, matched, context) }));
  const readings = distinct(results.flatMap(({ result }) => (isFailure(result) ? [] : [result])));
  const [first, ...others] = readings;
  const better = first && results.find((other) => isBetterFailure(other, first));
  if (better && isFailure(better.result)) return refuse(candidates, better.result, matched, context);
  if (first && first.meanings.length > 0) {
    const plain = others.filter(({ meanings, confidence }) => meanings.length === 0 && confidence >= LEAST);
    const alike = others.filter(({ meanings, total }) => meanings.length > 0 && total > first.total - LEAD);
    const all = distinct([...[first, ...alike].flatMap(eachMeaning), ...plain]);
    return { kind: 'ask', readings: all.slice(0, MOST_CHOICES), isOpen: true };
  }
  if (first && first.confidence >= LEAST) {
    const close = others.filter(
      ({ total, confidence, meanings }) => total > first.total - LEAD && confidence >= LEAST && meanings.length === 0,
    );
    const named = byKeys(first, context);
    if (named.length > 1) return { kind: 'ask', readings: named };
    if (close.length > 0) return { kind: 'ask', readings: [first, ...close].slice(0, MOST_CHOICES) };
    const heads = headChoices(first, matched, context);
    return heads.length > 1 ? { kind: 'ask', readings: heads } : { kind: 'answer', reading: first };
  }
  if (first)
    return { kind: 'ask', readings: readings.filter(({ meanings }) => meanings.length === 0).slice(0, MOST_CHOICES) };
  const failure = results.map(({ result }) => result).find(isFailure);
  return refuse(candidates, failure, matched, context);
}

const read = ({ dataset, cover }: Candidate, matched: MatchedWords, { home }: QuestionContext): Reading | Failure =>
  readCover(cover, contextOfWords(matched, dataset, home));

/** Why the likelier reading of the words has no answer. A less likely one of the same dataset would be a guess. */
const CERTAIN: ReadonlySet<Failure['obstacle']> = new Set([
  'no_home',
  'no_group',
  'not_additive',
  'not_comparable',
  'no_dates',
  'one_date',
  'why',
]);

const isBetterFailure = (
  { dataset, cover, result }: Candidate & { result: Reading | Failure },
  { dataset: name, total }: Reading,
): boolean =>
  isFailure(result) &&
  CERTAIN.has(result.obstacle) &&
  !result.isTentative &&
  dataset.name === name &&
  cover.total > total + LEAD;

const eachMeaning = (reading: Reading): Reading[] =>
  reading.meanings.map((query) => ({ ...reading, query, meanings: [], places: new Map() }));

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
    ({ meaning, words }) =>
      meaning.kind === 'measure' && wordsBesideEntity(words, dataset).some((word) => own.has(word)),
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

function refuse(
  candidates: readonly Candidate[],
  failure: Failure | undefined,
  matched: MatchedWords,
  context: QuestionContext,
): Understanding {
  if (failure) return { kind: 'refuse', failure, without: ofAll(candidates, failure, matched, context), unknown: [] };
  const fewest = Math.min(...candidates.map(({ cover }) => cover.unknown));
  const nearest = candidates
    .filter(({ cover }) => cover.unknown === fewest)
    .toSorted((a, b) => b.cover.total - a.cover.total);
  const unknown = (nearest[0]?.cover.items ?? []).filter((item: Item) => item.kind === 'unknown');
  const without = nearest
    .map(({ dataset, cover }) =>
      read({ dataset, cover: { ...cover, items: withoutUnknown(cover.items, matched) } }, matched, context),
    )
    .find((result): result is Reading => !isFailure(result));
  return {
    kind: 'refuse',
    failure: { obstacle: 'unknown_words', from: unknown[0]?.from ?? 0, to: unknown.at(-1)?.to ?? 0 },
    without: without ?? null,
    unknown,
  };
}

/** Of the average of a ratio the ratio of all together, of what is “ours” that of all: it may be what was meant. */
function ofAll(
  candidates: readonly Candidate[],
  { obstacle }: Failure,
  matched: MatchedWords,
  context: QuestionContext,
): Reading | null {
  if (obstacle !== 'not_additive' && obstacle !== 'no_home') return null;
  const cue = obstacle === 'no_home' ? 'own' : 'average';
  const isCue = (item: Item) => item.kind === 'cue' && item.cue === cue;
  const words = cue === 'own' ? { ...matched, ours: new Set<number>() } : matched;
  const readings = candidates
    .filter(({ cover }) => cover.unknown === 0 && (cover.items.some(isCue) || words !== matched))
    .toSorted((a, b) => b.cover.total - a.cover.total)
    .map(({ dataset, cover }) => {
      const items = cover.items.filter((item) => !isCue(item));
      return read({ dataset, cover: { ...cover, items } }, words, context);
    });
  return readings.find((result): result is Reading => !isFailure(result)) ?? null;
}

/**
 * The items without words that have no meaning, nor what leads to one: “by branch manager”. Nor with names from the data
 * that are not written as such, since any word may be one: “next year” is no credit union.
 */
function withoutUnknown(items: readonly Item[], { tokens }: MatchedWords): Item[] {
  const isName = ({ from, to }: Item) =>
    tokens.slice(from, to).every(({ isCapitalized, isUpper, isQuoted }) => isCapitalized || isUpper || isQuoted);
  return items.filter((item, at) => {
    if (item.kind === 'value' && item.isData && !isName(item)) return false;
    const next = items.slice(at + 1).find(({ kind }) => kind !== 'noise');
    return item.kind !== 'unknown' && !(item.kind === 'cue' && next?.kind === 'unknown');
  });
}
