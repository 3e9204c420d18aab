import { localize, type Dimension, type Language, type Measure } from '@rise/contract';
import type { DatasetLexicon, Lexicon, Meaning, Phrase } from './lexicon.rules.ts';
import type { MatchedWords } from './matches.rules.ts';
import { distance } from './spelling.rules.ts';
import { nameWords } from './tokens.rules.ts';

/** A measure or dimension as programs read it. */
export interface FieldCard {
  readonly dataset: string;
  readonly name: string;
  readonly kind: 'measure' | 'dimension';
  readonly title: string;
  readonly definition: string;
  /** Of a dimension: what its values are. */
  readonly type?: Dimension['type'];
  /** Of a measure: how its values are written. */
  readonly format?: Measure['format'];
  /** Of a measure: which rows count. */
  readonly condition?: string;
  /** Of a dimension: values that the model declares, as they are stored, with their titles. Never values of the data. */
  readonly values?: readonly { readonly value: string | number | boolean; readonly title: string }[];
  /** Declared values that are left out. */
  readonly moreValues?: number;
  readonly isDate?: boolean;
}

/** Declared values that a card lists. */
const MOST_VALUES = 12;
/** How much each word of a name that a text has not weighs against it. */
const UNNAMED = 0.15;
/** Words that only values of the data have: the field can be meant, but seldom is. */
const OF_DATA = 0.4;

/**
 * Fields whose names or values share words with a text, best first: a rare word counts more than a common one, and a
 * name that has no other words more than a longer one.
 */
export function scoreFields(
  { matches }: MatchedWords,
  { datasets }: Lexicon,
): { dataset: DatasetLexicon; kind: FieldCard['kind']; name: string; score: number }[] {
  const qualities = new Map<string, number>();
  for (const words of matches)
    for (const [word, { quality }] of words)
      if (word.length > 1) qualities.set(word, Math.max(qualities.get(word) ?? 0, quality));
  if (qualities.size === 0) return [];
  const fieldsOfWord = new Map<string, Set<string>>();
  const phrases = datasets.flatMap((dataset) => dataset.phrases.map((phrase) => ({ dataset, phrase })));
  for (const { dataset, phrase } of phrases)
    for (const word of phrase.words)
      if (qualities.has(word))
        fieldsOfWord.set(word, (fieldsOfWord.get(word) ?? new Set()).add(`${dataset.name} ${nameOf(phrase.meaning)}`));
  const scored = new Map<string, { dataset: DatasetLexicon; kind: FieldCard['kind']; name: string; score: number }>();
  for (const { dataset, phrase } of phrases) {
    const score = scoreOf(phrase, qualities, fieldsOfWord) * (dataset.isCombined ? 0.9 : 1);
    const name = nameOf(phrase.meaning);
    const key = `${dataset.name} ${name}`;
    if (score > (scored.get(key)?.score ?? 0))
      scored.set(key, { dataset, kind: phrase.meaning.kind === 'measure' ? 'measure' : 'dimension', name, score });
  }
  return [...scored.values()].toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
}

const nameOf = (meaning: Meaning): string => (meaning.kind === 'value' ? meaning.dimension : meaning.name);

function scoreOf(
  { words, quality, isData }: Phrase,
  qualities: ReadonlyMap<string, number>,
  fieldsOfWord: ReadonlyMap<string, ReadonlySet<string>>,
): number {
  let shared = 0;
  let met = 0;
  for (const word of words) {
    const own = qualities.get(word);
    if (own === undefined) continue;
    met += 1;
    shared += own / Math.sqrt(fieldsOfWord.get(word)!.size);
  }
  return met === 0 ? 0 : (shared * quality * (isData ? OF_DATA : 1)) / (1 + UNNAMED * (words.length - met));
}

/** All fields of a dataset or of all, in the model's order. */
export function listFields(datasets: readonly DatasetLexicon[], language: Language): FieldCard[] {
  return datasets.flatMap((dataset) => [
    ...[...dataset.measures.keys()].map((name) => cardOf(dataset, name, language)!),
    ...[...dataset.dimensions.keys()].map((name) => cardOf(dataset, name, language)!),
  ]);
}

/** What a field is; null where the dataset has none of this name. */
export function cardOf(dataset: DatasetLexicon, name: string, language: Language): FieldCard | null {
  const measure = dataset.measures.get(name);
  const say = (text: Parameters<typeof localize>[0]) => localize(text, language);
  if (measure) {
    const condition = 'where' in measure ? measure.where : undefined;
    return {
      dataset: dataset.name,
      name,
      kind: 'measure',
      title: say(measure.title),
      definition: say(measure.definition),
      format: measure.format,
      ...(condition !== undefined && { condition: String(condition) }),
    };
  }
  const dimension = dataset.dimensions.get(name);
  if (!dimension) return null;
  const values = [...(dimension.values ?? []), ...(dimension.bands ?? [])].map(({ value, title }) => ({
    value,
    title: say(title),
  }));
  return {
    dataset: dataset.name,
    name,
    kind: 'dimension',
    title: say(dimension.title),
    definition: dimension.description ? say(dimension.description) : '',
    type: dimension.type,
    ...(name === dataset.date && { isDate: true }),
    ...(values.length > 0 && { values: values.slice(0, MOST_VALUES) }),
    ...(values.length > MOST_VALUES && { moreValues: values.length - MOST_VALUES }),
  };
}

/** A value of a dimension as it is stored, with its title in the model where it has one. */
export interface FoundValue {
  readonly value: string | number;
  readonly title: string;
}

/**
 * Values of a dimension whose names begin with the words of a text, in any order, the shortest names first. Values that
 * the reader may not see are not in the lexicon.
 */
export function findValues(dataset: DatasetLexicon, dimension: string, text: string): FoundValue[] {
  const searched = nameWords(text);
  if (searched.length === 0) return [];
  const found = new Map<string | number, FoundValue & { length: number }>();
  for (const { meaning, words } of dataset.phrases) {
    if (meaning.kind !== 'value' || meaning.dimension !== dimension) continue;
    if (!searched.every((word) => words.some((own) => own.startsWith(word)))) continue;
    const length = words.join(' ').length;
    const known = found.get(meaning.value);
    if (!known || known.length > length)
      found.set(meaning.value, { value: meaning.value, title: words.join(' '), length });
  }
  return [...found.values()].toSorted((a, b) => a.length - b.length).map(({ value, title }) => ({ value, title }));
}

const MOST_NEAREST = 4;
/** Half of the parts, or as much of the letters. */
const LEAST_ALIKE = 0.5;

/** Names that share parts with another or are spelled like it, the likeliest first: what was probably meant. */
export function nearestNames(name: string, names: Iterable<string>): string[] {
  const own = name.toLowerCase().split(/[_\s.]+/);
  const isLike = (part: string, other: string) =>
    part === other || (part.length > 2 && other.length > 2 && (part.startsWith(other) || other.startsWith(part)));
  return [...names]
    .map((other) => {
      const parts = other.toLowerCase().split('_');
      const shared = own.filter((part) => parts.some((item) => isLike(part, item))).length;
      const length = Math.max(name.length, other.length);
      const most = Math.floor(length / 2);
      const away = distance(name.toLowerCase(), other.toLowerCase(), most);
      const score = (2 * shared) / (own.length + parts.length) + (away > most ? 0 : 1 - away / length);
      return { other, score };
    })
    .filter(({ score }) => score >= LEAST_ALIKE)
    .toSorted((a, b) => b.score - a.score || (a.other < b.other ? -1 : 1))
    .slice(0, MOST_NEAREST)
    .map(({ other }) => other);
}
