import { COMPARISON_WORDS } from './comparison-words.rules.ts';
import { CUE_WORDS, cueAt, NOISE, rankAt, TOTAL_WORDS } from './cues.rules.ts';
import { singularOf, type DatasetLexicon, type Lexicon, type Phrase } from './lexicon.rules.ts';
import { allowedMistakes, distance } from './spelling.rules.ts';
import { TIME_WORDS } from './time-words.rules.ts';
import type { Token } from './tokens.rules.ts';
import { caseOfEnding, isOurs, splitsOf, type Case } from './turkish.rules.ts';

/** How a word of the question is a form of a word of a name. */
export interface WordMatch {
  readonly quality: number;
  readonly case: Case;
  readonly isPlural: boolean;
}
type WordMatches = ReadonlyMap<string, WordMatch>;

/** The words of a question, each with the words of names that it may be. */
export interface MatchedWords {
  readonly tokens: readonly Token[];
  /** Folded, with the spelling of grammatical words corrected. */
  readonly words: readonly string[];
  readonly matches: readonly WordMatches[];
  /** What was corrected: place to the word that was meant, of grammar only. */
  readonly corrected: ReadonlyMap<number, string>;
  /** Places of words behind a comma. */
  readonly listed: ReadonlySet<number>;
  /** Places of words behind a sign of division. */
  readonly divided: ReadonlySet<number>;
  /** Places of words with the Turkish ending of what is ours: “oranımız”. */
  readonly ours: ReadonlySet<number>;
}

/** A name within the question. */
export interface PhraseSpan {
  readonly from: number;
  readonly to: number;
  readonly phrases: readonly Phrase[];
  readonly quality: number;
  readonly case: Case;
  readonly isPlural: boolean;
}

const QUALITY = {
  plural: 0.99,
  stem: 0.96,
  ending: 0.98,
  stemAndEnding: 0.95,
  mistake: 0.78,
  twoMistakes: 0.74,
  doubtful: 0.9,
};
const GRAMMAR: readonly string[] = [...TIME_WORDS, ...COMPARISON_WORDS, ...CUE_WORDS];
const GRAMMAR_SET: ReadonlySet<string> = new Set(GRAMMAR);

export function matchWords(tokens: readonly Token[], lexicon: Lexicon): MatchedWords {
  const corrected = new Map<number, string>();
  const matches = tokens.map((token, at) => {
    const found = formsOf(token, lexicon);
    if (isFormOfData(found, lexicon) && !isGrammar(tokens, at) && /^\p{L}{4,}$/u.test(token.word))
      return withCorrections(found, token, lexicon);
    if (found.size > 0 || isGrammar(tokens, at) || !/^\p{L}{4,}$/u.test(token.word)) return found;
    const { matches: similar, grammar } = correctSpelling(token, lexicon);
    if (grammar !== null) corrected.set(at, grammar);
    return similar;
  });
  const placesOf = (is: (token: Token, at: number) => boolean) =>
    new Set(tokens.flatMap((token, at) => (is(token, at) ? [at] : [])));
  return {
    tokens,
    matches,
    corrected,
    listed: placesOf(({ isListed }) => isListed),
    divided: placesOf(({ isDivided }) => isDivided),
    ours: placesOf(({ word }) => isOurs(word) && !lexicon.words.has(word)),
    words: tokens.map(({ word }, at) => corrected.get(at) ?? word),
  };
}

/** Whether a word is only a form of words that values from the data have, any of which may be meant by chance. */
const isFormOfData = (found: WordMatches, { modelWords }: Lexicon): boolean =>
  found.size > 0 && [...found].every(([name, { quality }]) => quality < 1 && !modelWords.has(name));

/** “texs” is less surely the plural of a name “Tex” than “Texas” misspelled: both can be meant. */
function withCorrections(found: WordMatches, token: Token, lexicon: Lexicon): WordMatches {
  const { matches: similar } = correctSpelling(token, lexicon);
  const names = [...similar].filter(([name]) => lexicon.modelWords.has(name));
  if (names.length === 0) return found;
  const doubtful = [...found].map(([name, match]) => [name, { ...match, quality: QUALITY.doubtful }] as const);
  return new Map([...names, ...doubtful]);
}

/** Whether a word has a meaning of its own in questions, whatever they are about. */
function isGrammar(tokens: readonly Token[], at: number): boolean {
  const { word } = tokens[at]!;
  if (NOISE.has(word) || TOTAL_WORDS.has(word) || GRAMMAR_SET.has(word)) return true;
  const words = tokens.map((token) => token.word);
  return cueAt(words, at) !== null || rankAt(words, at) !== null;
}

/** Whether a word only does something with names: it is in no way what a question is about. */
export const isGrammarWord = (word: string): boolean =>
  NOISE.has(word) || TOTAL_WORDS.has(word) || GRAMMAR_SET.has(word) || cueAt([word], 0) !== null;

function formsOf(token: Token, { words, byStem }: Lexicon): Map<string, WordMatch> {
  const { word, ending, isNumber } = token;
  const found = new Map<string, WordMatch>();
  const own = ending === null ? null : caseOfEnding(ending);
  const add = (name: string, quality: number, of: Case, isPlural: boolean) => {
    if ((found.get(name)?.quality ?? 0) < quality) found.set(name, { quality, case: own ?? of, isPlural });
  };
  if (words.has(word)) add(word, 1, null, false);
  if (isNumber || word.length < 3) return found;
  for (const singular of singularOf(word)) if (words.has(singular)) add(singular, QUALITY.plural, null, true);
  for (const name of byStem.get(word) ?? []) add(name, QUALITY.stem, null, false);
  for (const { stem, case: of, isPlural } of splitsOf(word).slice(1)) {
    if (words.has(stem)) add(stem, QUALITY.ending, of, isPlural);
    if (stem.length >= 3) for (const name of byStem.get(stem) ?? []) add(name, QUALITY.stemAndEnding, of, isPlural);
  }
  return found;
}

/** The nearest words of names, or of grammar where none of them is as near. */
function correctSpelling({ word, ending }: Token, lexicon: Lexicon) {
  const own = ending === null ? null : caseOfEnding(ending);
  let least = allowedMistakes(word.length) + 1;
  let isModel = false;
  const found = new Map<string, WordMatch>();
  for (const { stem, case: of, isPlural } of splitsOf(word)) {
    if (stem.length < 4) continue;
    const most = Math.min(least, allowedMistakes(stem.length));
    for (const name of wordsLike(stem, most, lexicon)) {
      const mistakes = distance(stem, name, most);
      const names = lexicon.words.has(name) ? [name] : [...(lexicon.byStem.get(name) ?? [])];
      const fromModel = names.some((item) => lexicon.modelWords.has(item));
      if (mistakes > most || mistakes > least || (mistakes === least && isModel && !fromModel)) continue;
      if (mistakes < least || (fromModel && !isModel)) found.clear();
      [least, isModel] = [mistakes, fromModel || (mistakes === least && isModel)];
      const quality = mistakes === 1 ? QUALITY.mistake : QUALITY.twoMistakes;
      for (const item of names) found.set(item, { quality, case: own ?? of, isPlural });
    }
  }
  const most = Math.min(least, allowedMistakes(word.length));
  const grammar = GRAMMAR.map((item) => ({ item, mistakes: distance(word, item, most) }))
    .filter(({ mistakes }) => mistakes <= most && (mistakes < least || !isModel))
    .toSorted((a, b) => a.mistakes - b.mistakes)[0];
  if (!grammar) return { matches: found, grammar: null };
  return { matches: new Map<string, WordMatch>(), grammar: grammar.item };
}

function wordsLike(stem: string, most: number, { byShape }: Lexicon): string[] {
  const found: string[] = [];
  for (let length = stem.length - most; length <= stem.length + most; length++)
    found.push(...(byShape.get(`${stem[0]}${length}`) ?? []));
  return found;
}

const isLetters = ({ text }: Token) => /^\p{L}/u.test(text);

/** The names of a dataset's fields and values in the question. */
export function findPhrases(matched: MatchedWords, dataset: DatasetLexicon, { modelWords }: Lexicon): PhraseSpan[] {
  const { tokens, matches } = matched;
  const words = tokens.filter(isLetters);
  // In a heading, capitals say nothing.
  const isHeading = words.length > 2 && words.filter((token) => token.isCapitalized).length > words.length * 0.6;
  const spans: PhraseSpan[] = [];
  const partial = new Map<string, { span: PhraseSpan; phrases: Set<Phrase> }>();
  for (let from = 0; from < tokens.length; from++)
    for (const first of matches[from]!.keys())
      for (const phrase of dataset.byFirst.get(first) ?? []) {
        const length = lengthOf(phrase, from, matches);
        const to = from + length;
        const span = { from, to, ...formOf(phrase, from, length, matches) };
        if (phrase.isCode && !tokens[from]!.isUpper) continue;
        if (phrase.isData && !isCued(matched, span, { modelWords, isHeading, isWhole: length === phrase.words.length }))
          continue;
        if (length === phrase.words.length)
          spans.push({ ...span, quality: span.quality * phrase.quality, phrases: [phrase] });
        else if (mayBePart(phrase, length, dataset)) {
          const key = `${from} ${to} ${phrase.isData}`;
          const group = partial.get(key) ?? { span: { ...span, phrases: [] }, phrases: new Set() };
          group.phrases.add(phrase);
          partial.set(key, group);
        }
      }
  return [...spans, ...partialSpans(partial)];
}

/** How many words of a phrase follow each other from a token on. */
function lengthOf({ words }: Phrase, from: number, matches: readonly WordMatches[]): number {
  let length = 1;
  while (length < words.length && matches[from + length]?.has(words[length]!)) length += 1;
  return length;
}

function formOf({ words }: Phrase, from: number, length: number, matches: readonly WordMatches[]) {
  let quality = 0;
  for (let place = 0; place < length; place++) quality += matches[from + place]!.get(words[place]!)!.quality;
  const last = matches[from + length - 1]!.get(words[length - 1]!)!;
  return { quality: quality / length, case: last.case, isPlural: last.isPlural };
}

/**
 * Whether a value from the data, which may be any word, is meant: it is no other word, or written like a name, or a word
 * before it says so.
 */
function isCued(
  { tokens, matches }: MatchedWords,
  { from, to, quality }: { from: number; to: number; quality: number },
  { modelWords, isHeading, isWhole }: { modelWords: ReadonlySet<string>; isHeading: boolean; isWhole: boolean },
): boolean {
  const own = tokens.slice(from, to);
  if (own.every(({ isQuoted }) => isQuoted)) return true;
  const readsOtherwise = (token: Token, at: number) =>
    token.isNumber ||
    isGrammar(tokens, from + at) ||
    [...matches[from + at]!.keys()].some((name) => modelWords.has(name));
  if (own.every(({ isNumber }) => isNumber)) return false;
  // A name that is misspelled has to be written as a whole.
  if (quality < 0.9 && (!isWhole || own.some(({ word }) => word.length < 5))) return false;
  const others = own.filter(readsOtherwise);
  if (others.length === 0 && isWhole) return true;
  // One word in small letters is not the beginning of a name unless a word says so: “live” is not Live Oak.
  const isWritten = own.length > 1 || own[0]!.isCapitalized || own[0]!.isUpper || own[0]!.ending !== null;
  const isLed = /^(?:in|at|of|for|from|named|called|adli|isimli)$/.test(tokens[from - 1]?.word ?? '');
  if (others.length === 0) return (isWritten || isLed) && own.some(({ word }) => word.length > 3);
  const isName = !isHeading && own.every((token) => token.isCapitalized || token.isUpper || token.isNumber);
  if (isName) return true;
  const before = tokens[from - 1]?.word;
  const isPlace = /^(?:in|at|named|called|adli|isimli)$/.test(before ?? '') || own.at(-1)!.ending !== null;
  const isMeant = own.length > 1 ? others.length < own.length : isPlace && !isGrammar(tokens, from);
  return isWhole && isMeant;
}

/** Whether the beginning of a value's name stands for it: not if it is the name of a field. */
function mayBePart({ meaning, words }: Phrase, length: number, { byFirst }: DatasetLexicon): boolean {
  if (meaning.kind !== 'value' || words.slice(0, length).every((word) => /^\d/.test(word) || NOISE.has(word)))
    return false;
  const own = words.slice(0, length).join(' ');
  if (GRAMMAR_SET.has(own) || cueAt(words.slice(0, length), 0) !== null) return false;
  return !(byFirst.get(words[0]!) ?? []).some(
    (other) => other.meaning.kind !== 'value' && other.words.join(' ') === own,
  );
}

const PART_QUALITY = { declared: 0.86, data: 0.88 };
const MOST_PARTS = 4;

/** Beginnings of values: all declared values that begin so, together; of values from the data each on its own. */
function partialSpans(partial: ReadonlyMap<string, { span: PhraseSpan; phrases: ReadonlySet<Phrase> }>): PhraseSpan[] {
  return [...partial.values()].flatMap(({ span, phrases }) => {
    const all = [...phrases];
    const [first] = all;
    if (first!.isData) {
      if (all.length > MOST_PARTS) return [];
      return all.map((phrase) => ({ ...span, phrases: [phrase], quality: span.quality * PART_QUALITY.data }));
    }
    const dimensions = new Set(all.map(({ meaning }) => (meaning.kind === 'value' ? meaning.dimension : '')));
    return [...dimensions].flatMap((dimension) => {
      const own = all.filter(({ meaning }) => meaning.kind === 'value' && meaning.dimension === dimension);
      const values = new Set(own.map(({ meaning }) => (meaning.kind === 'value' ? meaning.value : '')));
      if (values.size > 3) return [];
      return [{ ...span, phrases: own, quality: span.quality * PART_QUALITY.declared }];
    });
  });
}
