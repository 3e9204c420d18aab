/** Removed from a text before comparison: accents and vowel points. */
const MARKS =
  /[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670]/g;
/** Letters of European languages that do not decompose into a letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'q',
  ʼ: "'",
};

/**
 * The text in its form for search: without accents, lower-case, the Turkish İ, I, ı and i as one letter. The database's
 * `rise_fold` yields the same.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[^\0-\x7F]/g, (letter) => LETTERS[letter] ?? letter); // oxlint-disable-line no-control-regex
}

/** A predicate of texts: whether a text contains every word of the query, in any order. An empty query matches all. */
export function createWordMatcher(query: string): (text: string) => boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const folded = fold(text);
    return words.every((word) => folded.includes(word));
  };
}

/** A folded text that maps each of its UTF-16 units to the original. */
export interface FoldedText {
  readonly text: string;
  /** For each unit, [start, end) in the original. */
  readonly places: readonly (readonly [number, number])[];
}

export function foldWithPlaces(original: string): FoldedText {
  let text = '';
  const places: [number, number][] = [];
  let start = 0;
  for (const character of original) {
    const end = start + character.length;
    const folded = fold(character);
    // A separate combining accent belongs to the letter before it.
    if (folded === '' && places.length > 0) places.at(-1)![1] = end;
    for (let unit = 0; unit < folded.length; unit++) places.push([start, end]);
    text += folded;
    start = end;
  }
  return { text, places };
}
