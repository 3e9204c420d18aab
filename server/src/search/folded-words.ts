import { fold } from '@rise/contract';

const SEPARATORS = /[\0- !-/:-@[-`{-\u00BF\u2000-\u206F\u3000-\u303F]+/; // oxlint-disable-line no-control-regex

/** The folded words of a text; the database's `rise_words` yields the same. */
export function words(text: string): string[] {
  return fold(text).split(SEPARATORS).filter(Boolean);
}

/** The words of a text as they are written, each with its folded form. */
export function writtenWords(text: string): { written: string; folded: string }[] {
  return text.split(SEPARATORS).flatMap((written) => {
    const [folded, ...rest] = words(written);
    if (folded === undefined) return [];
    return rest.length === 0
      ? [{ written, folded }]
      : [folded, ...rest].map((word) => ({ written: word, folded: word }));
  });
}

/** Whether a word starts at a position of a folded text. */
export function beginsWord(folded: string, at: number): boolean {
  return at === 0 || SEPARATORS.test(folded[at - 1]!);
}
