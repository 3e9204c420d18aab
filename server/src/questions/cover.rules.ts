import type { Language } from '@rise/contract';
import { comparisonAt, type ComparisonPhrase } from './comparison-words.rules.ts';
import { cueAt, NOISE, noisePhraseAt, rankAt, TOTAL_WORDS, type Cue, type RankPhrase } from './cues.rules.ts';
import type { DatasetLexicon, Lexicon } from './lexicon.rules.ts';
import { findPhrases, type MatchedWords, type PhraseSpan } from './matches.rules.ts';
import { numberAt } from './numbers.rules.ts';
import { timePhrase, type TimeContext, type TimeMeaning } from './time-words.rules.ts';
import type { Case } from './turkish.rules.ts';

/** What some words of the question were read as. Places are tokens, [from, to). */
export interface Placed {
  readonly from: number;
  readonly to: number;
  readonly quality: number;
}
export type Item = Placed &
  (
    | { readonly kind: 'measure' | 'dimension'; readonly name: string; readonly case: Case; readonly isPlural: boolean }
    | {
        readonly kind: 'value';
        readonly dimension: string;
        readonly values: readonly (string | number)[];
        /** From the data rather than from the model, where any word can be a name. */
        readonly isData: boolean;
        readonly case: Case;
        readonly isPlural: boolean;
      }
    | { readonly kind: 'time'; readonly time: TimeMeaning }
    | { readonly kind: 'comparison'; readonly comparison: ComparisonPhrase }
    | { readonly kind: 'versus'; readonly op: 'gt' | 'lt' }
    | { readonly kind: 'rank'; readonly rank: RankPhrase }
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'cue'; readonly cue: Cue }
    | { readonly kind: 'total' }
    | { readonly kind: 'noise' }
    | { readonly kind: 'unknown' }
  );

/** A way to read every word of the question. */
export interface Cover {
  readonly items: readonly Item[];
  readonly total: number;
  readonly unknown: number;
}

export interface CoverContext {
  readonly lexicon: Lexicon;
  readonly language: Language;
  readonly time: TimeContext;
}

const BEAM = 60;
const SCORE = { grammar: 0.9, noise: 0.6, unknown: -3, together: 0.35 };
const LONGEST_TIME = 9;
/** Longer texts are no questions, and would take the thread that all requests share. */
const MOST_WORDS = 100;

/** The beginning of a cover. Beginnings share what is before them: copies would take long for long questions. */
interface Beginning {
  readonly item: Item | null;
  readonly before: Beginning | null;
  readonly total: number;
  readonly unknown: number;
}

const known = new WeakMap<MatchedWords, Map<DatasetLexicon, Cover[]>>();

/** The best ways to read a question about a dataset, best first; none for a text too long to be a question. */
export function coversOf(matched: MatchedWords, dataset: DatasetLexicon, context: CoverContext): Cover[] {
  const own = known.get(matched) ?? new Map<DatasetLexicon, Cover[]>();
  known.set(matched, own);
  const found = own.get(dataset) ?? findCovers(matched, dataset, context);
  own.set(dataset, found);
  return found;
}

function findCovers(matched: MatchedWords, dataset: DatasetLexicon, context: CoverContext): Cover[] {
  const count = matched.tokens.length;
  if (count > MOST_WORDS) return [];
  const options = grammarItems(matched, context);
  for (const span of findPhrases(matched, dataset, context.lexicon)) {
    const item = toItem(span);
    (options[item.from] ??= []).push(item);
  }
  const beams: Beginning[][] = Array.from({ length: count + 1 }, () => []);
  beams[0]!.push({ item: null, before: null, total: 0, unknown: 0 });
  for (let at = 0; at < count; at++) {
    const best = keepBest(beams[at]!);
    const own: Item[] = [...(options[at] ?? []), { kind: 'unknown', from: at, to: at + 1, quality: 0 }];
    for (const before of best)
      for (const item of own)
        beams[item.to]!.push({
          item,
          before,
          total: before.total + scoreOf(item),
          unknown: before.unknown + (item.kind === 'unknown' ? 1 : 0),
        });
  }
  return keepBest(beams[count]!).map(toCover);
}

function toCover(last: Beginning): Cover {
  const items: Item[] = [];
  for (let at: Beginning | null = last; at?.item; at = at.before) items.push(at.item);
  return { items: items.toReversed(), total: last.total, unknown: last.unknown };
}

const keepBest = (covers: readonly Beginning[]) => covers.toSorted((a, b) => b.total - a.total).slice(0, BEAM);

function scoreOf(item: Item): number {
  if (item.kind === 'unknown') return SCORE.unknown;
  const length = item.to - item.from;
  return item.quality * length + SCORE.together * (length - 1);
}

function toItem({ from, to, quality, phrases, case: of, isPlural }: PhraseSpan): Item {
  const { meaning } = phrases[0]!;
  if (meaning.kind !== 'value')
    return { kind: meaning.kind, name: meaning.name, from, to, quality, case: of, isPlural };
  const values = new Set(phrases.flatMap((phrase) => (phrase.meaning.kind === 'value' ? [phrase.meaning.value] : [])));
  const { isData } = phrases[0]!;
  return {
    kind: 'value',
    dimension: meaning.dimension,
    values: [...values],
    isData,
    from,
    to,
    quality,
    case: of,
    isPlural,
  };
}

/** What words mean whatever the dataset: by first token. */
function grammarItems({ tokens, words }: MatchedWords, { language, time }: CoverContext): Item[][] {
  const dated = tokens.map(({ ending }, at) => (ending === null ? words[at]! : `${words[at]!}'${ending}`));
  const own = tokens.map((token, at) => ({ ...token, word: words[at]! }));
  // A percentage counts nothing.
  const ranked = own.map((token) => (token.sign.includes('%') ? '%' : token.word));
  return tokens.map((token, from) => {
    const items: Item[] = [];
    const place = (length: number, quality: number) => ({ from, to: from + length, quality });
    const word = words[from]!;
    const when = timePhrase(dated.slice(from, from + LONGEST_TIME), time);
    if (when) items.push({ kind: 'time', time: when.meaning, ...place(when.length, 0.95) });
    const comparison = comparisonAt(own, from, language);
    if (comparison) items.push({ kind: 'comparison', comparison, ...place(comparison.length, 0.95) });
    const versus = versusAt(words, from);
    if (versus) items.push({ kind: 'versus', op: versus.op, ...place(versus.length, SCORE.grammar) });
    const rank = rankAt(ranked, from);
    if (rank) items.push({ kind: 'rank', rank, ...place(rank.length, isLeastOrMost(words, rank, from) ? 0.8 : 0.95) });
    const number = token.isNumber ? numberAt(own, from, language) : null;
    if (number && !number.isPercent) items.push({ kind: 'number', value: number.value, ...place(number.length, 0.7) });
    const polite = noisePhraseAt(words, from);
    if (polite > 0) items.push({ kind: 'noise', ...place(polite, SCORE.grammar) });
    const cue = cueAt(words, from);
    // “US” in capitals is the country.
    if (word === 'us' && token.isUpper) items.push({ kind: 'noise', ...place(1, SCORE.noise) });
    else if (cue) items.push({ kind: 'cue', cue: cue.cue, ...place(cue.length, SCORE.grammar) });
    if (TOTAL_WORDS.has(word)) items.push({ kind: 'total', ...place(1, SCORE.noise) });
    // “where ROA is over 1%” joins; “where are members” asks for a place.
    if (NOISE.has(word) && !(word === 'where' && from === 0)) items.push({ kind: 'noise', ...place(1, SCORE.noise) });
    return items;
  });
}

/** “en az 100” is a comparison rather than the last hundred. */
const isLeastOrMost = (words: readonly string[], { length }: RankPhrase, from: number) =>
  words[from] === 'en' && /^(?:az|cok|fazla)$/.test(words[from + 1] ?? '') && /^\d/.test(words[from + length - 1]!);

/** A comparison without a number: of one measure with another. */
function versusAt(words: readonly string[], at: number): { op: 'gt' | 'lt'; length: number } | null {
  const text = words.slice(at, at + 3).join(' ');
  const more =
    /^(?:(?:is |are )?(?:more|greater|higher|larger|bigger) than|exceeds?|exceeding|daha (?:fazla|buyuk|yuksek)|fazla|buyuk|yuksek)(?![a-z])/;
  const less = /^(?:(?:is |are )?(?:less|lower|smaller|fewer) than|daha (?:az|kucuk|dusuk)|az|kucuk|dusuk)(?![a-z])/;
  const found = more.exec(text) ?? less.exec(text);
  return found && { op: more.test(text) ? 'gt' : 'lt', length: found[0].split(' ').length };
}
