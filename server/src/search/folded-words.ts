import { fold } from '@rise/contract';

const SEPARATORS = /[\0- !-/:-@[-`{-\u00BF\u2000-\u206F\u3000-\u303F]+/; // oxlint-disable-line no-control-regex

/** The folded words of a text; the database's `rise_words` yields the same. */
export function words(text: string): string[] {
  return fold(text).split(SEPARATORS).filter(Boolean);
}

/** Whether a word starts at a position of a folded text. */
export function beginsWord(folded: string, at: number): boolean {
  return at === 0 || SEPARATORS.test(folded[at - 1]!);
}
