import {
  allSynonyms,
  LANGUAGES,
  type Dimension,
  type Language,
  type LocalizedText,
  type Measure,
  type Synonyms,
} from '@rise/contract';
import { turns } from '../kernel/time/turns.ts';
import { nameWords } from './tokens.rules.ts';
import { stemsOfName } from './turkish.rules.ts';

/** What a name stands for within a dataset. */
export type Meaning =
  | { readonly kind: 'measure'; readonly name: string }
  | { readonly kind: 'dimension'; readonly name: string }
  | { readonly kind: 'value'; readonly dimension: string; readonly value: string | number };

/** One name of a meaning, as folded words. */
export interface Phrase {
  readonly words: readonly string[];
  readonly meaning: Meaning;
  /** How surely the name means it: 1 for a title. */
  readonly quality: number;
  /** A code such as 'TX', which is written in capitals. */
  readonly isCode: boolean;
  /** A value from the data, which could be any word. */
  readonly isData: boolean;
}

export interface DatasetLexicon {
  readonly name: string;
  readonly title: LocalizedText;
  readonly isCombined: boolean;
  readonly measures: ReadonlyMap<string, Measure>;
  readonly dimensions: ReadonlyMap<string, Dimension>;
  /** What its figures are about: the key and the dimension with its name. */
  readonly entity: { readonly key: string; readonly name: string } | null;
  /** The date that periods restrict and group, where there is one. */
  readonly date: string | null;
  /** The measure that counts what the figures are about. */
  readonly counting: string | null;
  readonly phrases: readonly Phrase[];
  /** By first word. */
  readonly byFirst: ReadonlyMap<string, readonly Phrase[]>;
  /** Keys of each name of the entity: some names belong to several. */
  readonly keysOfName: ReadonlyMap<string, readonly string[]>;
  readonly dates: DateRange | null;
}

/** The first and last day of the data, and whether they are one. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

export interface Lexicon {
  readonly datasets: readonly DatasetLexicon[];
  /** All words of names, and the words with a stem. */
  readonly words: ReadonlySet<string>;
  readonly byStem: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words of names and titles, without those that only values from the data have. */
  readonly modelWords: ReadonlySet<string>;
  /** Words and stems by their first letter and length, to correct spelling: 's5'. */
  readonly byShape: ReadonlyMap<string, readonly string[]>;
}

/** A dataset as the lexicon reads it, without what the reader may not see. */
export interface LexiconSource {
  readonly name: string;
  readonly title: LocalizedText;
  readonly isCombined: boolean;
  readonly measures: readonly Measure[];
  readonly dimensions: readonly Dimension[];
  readonly entity: { readonly key: string; readonly name: string } | null;
  readonly asOf: string | null;
  /** Whether each date has all rows, so that rows are what the figures are about. */
  readonly isSnapshot: boolean;
  /** Values in the data by dimension, as the reader may see them. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly keysOfName: ReadonlyMap<string, readonly string[]>;
  /** The days that rows are of; null where that is unknown. */
  readonly dates: DateRange | null;
}

const QUALITY = {
  title: 1,
  label: 0.97,
  synonym: 0.95,
  value: 0.98,
  data: 0.9,
  name: 0.9,
  shortened: 0.86,
  code: 0.97,
};

/** Takes long: each value of the data is a name. Other work has its turns meanwhile. */
export async function createLexicon(sources: readonly LexiconSource[]): Promise<Lexicon> {
  const turn = turns();
  const datasets: DatasetLexicon[] = [];
  for (const source of sources) datasets.push(await toDataset(source, turn));
  const words = new Set<string>();
  const modelWords = new Set<string>();
  const byStem = new Map<string, Set<string>>();
  for (const { phrases } of datasets)
    for (const phrase of phrases) {
      await turn();
      for (const word of phrase.words) {
        if (!phrase.isData) modelWords.add(word);
        if (words.has(word)) continue;
        words.add(word);
        for (const stem of [...stemsOfName(word), ...singularOf(word)])
          byStem.set(stem, (byStem.get(stem) ?? new Set()).add(word));
      }
    }
  const byShape = new Map<string, string[]>();
  for (const word of new Set([...words, ...byStem.keys()])) {
    if (word.length < 4 || /\d/.test(word)) continue;
    const shape = `${word[0]}${word.length}`;
    const alike = byShape.get(shape);
    if (alike) alike.push(word);
    else byShape.set(shape, [word]);
  }
  return { datasets, words, modelWords, byStem, byShape };
}

/** Singular forms of an English word. */
export function singularOf(word: string): string[] {
  if (word.length > 4 && word.endsWith('ies')) return [`${word.slice(0, -3)}y`];
  if (word.length > 4 && /(?:ss|sh|ch|x)es$/.test(word)) return [word.slice(0, -2)];
  return word.length > 3 && /[^su]s$/.test(word) ? [word.slice(0, -1)] : [];
}

async function toDataset(source: LexiconSource, turn: () => Promise<void>): Promise<DatasetLexicon> {
  const phrases: Phrase[] = [];
  for (const measure of source.measures) {
    phrases.push(...phrasesOf({ kind: 'measure', name: measure.name }, measure));
    await turn();
  }
  for (const dimension of source.dimensions) {
    phrases.push(...phrasesOf({ kind: 'dimension', name: dimension.name }, dimension));
    await turn();
  }
  for (const dimension of source.dimensions) {
    phrases.push(...declaredPhrases(dimension).filter(({ words }) => words.length > 0));
    const declared = new Set((dimension.values ?? []).map(({ value }) => String(value)));
    for (const value of source.values.get(dimension.name) ?? []) {
      const phrase = declared.has(value) ? null : dataPhrase(dimension.name, value);
      if (phrase && phrase.words.length > 0) phrases.push(phrase);
      await turn();
    }
  }
  const byFirst = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const [first] = phrase.words;
    const list = byFirst.get(first!);
    if (list) list.push(phrase);
    else byFirst.set(first!, [phrase]);
  }
  return {
    name: source.name,
    title: source.title,
    isCombined: source.isCombined,
    measures: new Map(source.measures.map((measure) => [measure.name, measure])),
    dimensions: new Map(source.dimensions.map((dimension) => [dimension.name, dimension])),
    entity: source.entity,
    date: dateOf(source),
    counting: countingOf(source),
    phrases,
    byFirst,
    keysOfName: source.keysOfName,
    dates: source.dates,
  };
}

/** The date of the rows; of several dates the one that balances are of. */
function dateOf({ asOf, dimensions }: LexiconSource): string | null {
  if (asOf !== null && dimensions.some(({ name }) => name === asOf)) return asOf;
  const dates = dimensions.filter(({ type }) => type === 'date' || type === 'timestamp');
  return dates.length === 1 ? dates[0]!.name : null;
}

/** The count that is called as the dataset or its entity, or that counts the rows of a snapshot. */
function countingOf({ title, measures, dimensions, entity, isSnapshot }: LexiconSource): string | null {
  const counts = measures.filter(({ kind }) => kind === 'count' || kind === 'count_distinct');
  const entityTitle = dimensions.find(({ name }) => name === entity?.name)?.title;
  const names = new Set([title, ...(entityTitle ? [entityTitle] : [])].flatMap(({ en }) => [en, ...singularOf(en)]));
  const named = counts.find((measure) =>
    [measure.title.en, ...singularOf(measure.title.en)].some((name) => names.has(name)),
  );
  const plain = counts.find((measure) => measure.kind === 'count' && measure.where === undefined);
  return (named ?? (isSnapshot ? plain : undefined))?.name ?? null;
}

function phrasesOf(
  meaning: Meaning,
  field: { name: string; title: LocalizedText; label?: LocalizedText | undefined; synonyms: Synonyms },
): Phrase[] {
  const names: [string, number][] = [];
  for (const language of LANGUAGES) {
    const title = field.title[language];
    if (title) names.push([title, QUALITY.title]);
    const label = field.label?.[language];
    if (label) names.push([label, QUALITY.label]);
  }
  for (const synonym of allSynonyms(field.synonyms)) names.push([synonym, QUALITY.synonym]);
  names.push([field.name.replaceAll('_', ' '), QUALITY.name]);
  for (const [name, quality] of names.slice())
    for (const shorter of shortened(name)) names.push([shorter, quality * QUALITY.shortened]);
  const phrases = new Map<string, Phrase>();
  for (const [name, quality] of names) {
    const words = nameWords(name);
    const key = words.join(' ');
    if (words.length === 0 || (phrases.get(key)?.quality ?? 0) >= quality) continue;
    phrases.set(key, { words, meaning, quality, isCode: false, isData: false });
  }
  return [...phrases.values()];
}

/** What people leave out of a name: parentheses, what follows a comma or colon, and that it is a total or a number. */
function shortened(name: string): string[] {
  const found = [
    name.replace(/\s*\([^)]*\)/, ''),
    name.replace(/\s*[,:].*$/, ''),
    name.replace(/^(?:total|toplam)\s+/i, ''),
    name.replace(/^(?:number of)\s+/i, ''),
    name.replace(/\s+(?:sayısı|adedi|tutarı)$/i, ''),
    name.replace(/^(?:ağırlıklı ortalama|weighted average)\s+/i, ''),
  ];
  return found.filter((shorter) => shorter !== name && shorter.trim().length > 2);
}

function declaredPhrases({ name, values, bands }: Dimension): Phrase[] {
  return [...(values ?? []), ...(bands ?? [])].flatMap((item) => {
    const { value, title } = item;
    const meaning: Meaning = { kind: 'value', dimension: name, value };
    const titles = LANGUAGES.flatMap((language) => (title[language] ? [nameWords(title[language])] : []));
    const others = allSynonyms(('synonyms' in item ? item.synonyms : undefined) ?? []).map(nameWords);
    const isCode = typeof value === 'string' && /^[A-Z]{2,3}$/.test(value);
    const code = typeof value === 'string' && !bands ? [nameWords(value.replaceAll('_', ' '))] : [];
    return [
      ...titles.map((words) => ({ words, meaning, quality: QUALITY.value, isCode: false, isData: false })),
      ...others.map((words) => ({ words, meaning, quality: QUALITY.synonym, isCode: false, isData: false })),
      ...code.map((words) => ({
        words,
        meaning,
        quality: isCode ? QUALITY.code : QUALITY.name,
        isCode,
        isData: false,
      })),
    ];
  });
}

const dataPhrase = (dimension: string, value: string): Phrase => ({
  words: nameWords(value),
  meaning: { kind: 'value', dimension, value },
  quality: QUALITY.data,
  isCode: /^[A-Z]{2,3}$/.test(value),
  isData: true,
});

/** The words of a name without those of the entity's own: “kredi birliği sayısı” is not about “kredi”. */
export function wordsBesideEntity(words: readonly string[], { entity, phrases }: DatasetLexicon): readonly string[] {
  const names = phrases.filter(
    ({ meaning, words: name }) => meaning.kind === 'dimension' && meaning.name === entity?.name && name.length > 1,
  );
  for (const { words: name } of names) {
    // Of the last word only the stem: “birliği” is “birlik” and “birliklerin” elsewhere.
    const stems = name.map((word, at) => (at === name.length - 1 ? word.slice(0, 5) : word));
    const at = words.findIndex((_, from) => stems.every((stem, place) => words[from + place]?.startsWith(stem)));
    if (at >= 0) return [...words.slice(0, at), ...words.slice(at + stems.length)];
  }
  return words;
}

/** A field's or value's title in a language. */
export function titleOfValue(dimension: Dimension | undefined, value: unknown, language: Language): string {
  const found = [...(dimension?.values ?? []), ...(dimension?.bands ?? [])].find(
    (item) => String(item.value) === String(value),
  );
  return found ? (found.title[language] ?? found.title.en) : String(value);
}
