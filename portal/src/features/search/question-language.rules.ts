import type { CatalogDimension, CatalogMeasure, TimeGrain } from '@rise/contract';
import { fold } from '@rise/contract/fold';

/** The folded words of a text. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The names of a field, as folded words: titles of all languages, synonyms and the name in queries; longest first. */
export function allNames({ name, title, synonyms }: CatalogMeasure | CatalogDimension): string[][] {
  const names = [title.en, ...(title.tr ? [title.tr] : []), ...synonyms, name.replaceAll('_', ' ')];
  return names
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .toSorted((a, b) => b.length - a.length);
}

/** Folded words that name nothing: what asks, what connects, and what is asked for. */
export const NOISE_WORDS: ReadonlySet<string> = new Set(
  `a an and by build chart create each every for graph how in is me of on or over per please report see show table the
  to trend what with
  bana bazinda bazli bir da de gore goster grafigi grafik her icin ile kirilimi kiriliminda nasil nedir olustur rapor
  raporu tablo tablosu ve`.split(/\s+/),
);

/** Words for periods: stems that Turkish adds endings to, and forms as they are. */
export const GRAIN_WORDS: readonly { grain: TimeGrain; stems: readonly string[]; exact: readonly string[] }[] = [
  { grain: 'day', stems: ['gun'], exact: ['day', 'days', 'daily'] },
  { grain: 'week', stems: ['hafta'], exact: ['week', 'weeks', 'weekly'] },
  { grain: 'month', stems: ['ay'], exact: ['month', 'months', 'monthly'] },
  { grain: 'quarter', stems: ['ceyrek'], exact: ['quarter', 'quarters', 'quarterly'] },
  { grain: 'year', stems: ['yil'], exact: ['year', 'years', 'yearly', 'annual', 'annually'] },
];

/** Turkish endings after folding: plural, possessive, case, and '-lik' of periods. */
const TURKISH_ENDING = /^(?:l[ae]r)?(?:l[iu]k)?(?:s?[iu])?(?:n?[iu]n|[yn]?[aeiu]|n?[dt][ae]n?|y?l[ae])?$/;
const ENGLISH_ENDING = /^(?:s|es)$/;
/** Last letters that become soft before an ending: çeyrek, çeyreğe. */
const SOFT: Readonly<Record<string, string>> = { k: 'g', t: 'd', p: 'b' };

/** Whether a folded word is a stem, perhaps with Turkish endings. */
export function isFormOf(word: string, stem: string): boolean {
  const soft = SOFT[stem.at(-1) ?? ''];
  return [stem, ...(soft ? [stem.slice(0, -1) + soft] : [])].some(
    (form) => word.startsWith(form) && TURKISH_ENDING.test(word.slice(form.length)),
  );
}

const isEnglishFormOf = (word: string, part: string): boolean =>
  (word.startsWith(part) && ENGLISH_ENDING.test(word.slice(part.length))) ||
  (part.length > 3 && part.endsWith('y') && word === `${part.slice(0, -1)}ies`) ||
  (part.length > 3 && part === `${word}s`);

/** Whether a word of a question is a word of a name, in another form, or its beginning while it is being typed. */
export function isWordOf(word: string, part: string, isLast: boolean): boolean {
  if (word === part) return true;
  if (isLast && word.length >= 3 && part.startsWith(word)) return true;
  return part.length >= 2 && /^\p{L}+$/u.test(part) && (isEnglishFormOf(word, part) || isFormOf(word, part));
}
