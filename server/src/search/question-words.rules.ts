import type { Language } from '@rise/contract';
import { words } from './folded-words.ts';

/** Stop words of either language, folded. */
const STOP_WORDS = new Set(
  `a about again all also am an and another any are as at be been being but by can could did do does doing done don dont each
  either else ever explain for from get give given gives had has have having he hello help her here hers hey hi him his
  how i if in into is isn it its just know let like ll m may me mean meaning means might mine must my need no nor not of
  ok okay on one or our ours own please re s shall she should show so some such t tell thank thanks that the their theirs
  them then there these they this those to too us ve very want was we were what when where which who whom whose why will
  with without would yes you your yours
  acaba acikla aciklar ama ancak anlat anlatir ara bana bazi belki ben beni benim bir biraz biri biz bize bizi bu buna
  bunlar bunu burada cok cunku da daha de degil demek dir diye en evet fakat gibi gore gorebilir hangi hayir hem hep
  hepsi her icin ile ise kac kadar ki kim kime kimi lazim lutfen merhaba mi midir midir misin misiniz miyim mu mudur
  musun musunuz muyum nasil nasildir ne neden nedir nelerdir nerede nereden nereye neyi niye o olan olarak olur olmak
  ona onlar onu sana sen seni siz size sizi sonra soyle soyler su sunu tesekkurler tum ve veya verir ya yani yap yapar
  yaparim yapabilir yapabilirim yapilir yapmak var yok zaman calisir calisiyor yarar yariyor
  once ederim ederiz eder etmek edebilirim`.split(/\s+/),
);
const MOST_TERMS = 12;

/** A term of a question: folded, and as it was typed. */
export interface Term {
  readonly folded: string;
  readonly written: string;
}

/** The terms of a question; empty for a greeting or a question without a topic. */
export function termsOf(question: string): Term[] {
  const terms = new Map<string, Term>();
  for (const written of question.split(/[\s\p{P}\p{S}]+/u)) {
    const [folded, ...rest] = words(written);
    if (folded === undefined || rest.length > 0 || STOP_WORDS.has(folded)) continue;
    if (folded.length < 2 && !/\p{L}\p{N}|\p{N}/u.test(folded)) continue;
    if (!terms.has(folded)) terms.set(folded, { folded, written });
  }
  return [...terms.values()].slice(0, MOST_TERMS);
}

/** Whether two folded words are forms of one, judging by the endings in the second word's language. */
export function alike(term: string, word: string, language: Language): boolean {
  if (term === word) return true;
  if (/\p{N}/u.test(term) || /\p{N}/u.test(word)) return false;
  if (language === 'en') return englishStem(term) === englishStem(word);
  return (
    sharesTurkishStem(term, word) || sharesTurkishVerb(term, word) || dropsVowel(term, word) || dropsVowel(word, term)
  );
}

const ENGLISH_ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=.{2})ies$/, 'y'],
  [/(?<=(?:ss|sh|ch|x))es$/, ''],
  [/(?<=.{2}[^sui])s$/, ''],
  [/(?<=.{3})ing$/, ''],
  [/(?<=.{3})ed$/, ''],
  [/(?<=.{2})([bdgmnprt])\1$/, '$1'],
  [/(?<=.{2})e$/, ''],
];

const englishStem = (word: string): string =>
  ENGLISH_ENDINGS.reduce((stem, [ending, left]) => stem.replace(ending, left), word);

/**
 * Which of the terms a word is a form of, by their places; none where the list is empty. Each different word is compared
 * once, in whatever texts it stands: thousands of passages have few different words.
 */
export function termMatcher(terms: readonly Term[]): (word: string, language: Language) => readonly number[] {
  const known = { en: new Map<string, readonly number[]>(), tr: new Map<string, readonly number[]>() };
  const beginnings = new Set(terms.map(({ folded }) => folded[0]));
  return (word, language) => {
    // A form of a word begins as it does.
    if (!beginnings.has(word[0])) return NONE;
    const found = known[language].get(word);
    if (found) return found;
    const places = terms.flatMap(({ folded }, place) => (alike(folded, word, language) ? [place] : []));
    known[language].set(word, places);
    return places;
  };
}

const NONE: readonly number[] = [];

/** Infinitives, imperatives, and the forms in which people ask: -erim, -ariz, -iyorum, -ersiniz, -ebilirim. */
const VERB_ENDING =
  /(?:m[ae]k?|y?[iu]n(?:[iu]z)?|y?[ae]bil(?:ir(?:im|iz|siniz)?)|[aeiu]r(?:[iu]m|[iu]z|siniz)?|[iu]yor(?:um|uz|sunuz)?)$/;

function sharesTurkishVerb(one: string, other: string): boolean {
  const [stem, otherStem] = [one.replace(VERB_ENDING, ''), other.replace(VERB_ENDING, '')];
  return stem.length >= 3 && stem === otherStem && stem !== one && stem !== other;
}

/** Nouns such as mühür and şehir lose their last vowel before a suffix: mührü, şehri. */
function dropsVowel(noun: string, form: string): boolean {
  const [, beginning, end] = /^(.{2,}[^aeiou])[aeiou]([^aeiou])$/.exec(noun) ?? [];
  return (
    beginning !== undefined && form.length > noun.length - 1 && new RegExp(`^${beginning}${end}[aeiou]`).test(form)
  );
}

/**
 * Turkish suffixes are appended one after another, so two forms share a beginning; a short word must be the complete
 * beginning.
 */
function sharesTurkishStem(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length);
  let common = 0;
  while (common < least && one[common] === other[common]) common += 1;
  const longer = one.length > other.length ? one : other;
  const ending = longer.slice(least);
  if (common === least) return least >= 3 && ending.length <= 2 + least && /^(?:.|.?[aeiou].*)$/.test(ending);
  return least > 5 && common >= 5 && common / least >= 0.6;
}
