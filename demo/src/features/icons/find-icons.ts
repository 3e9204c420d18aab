import { fold } from '@rise/contract/fold';

/** Folded, its words separated by single spaces. */
const plain = (text: string): string =>
  fold(text)
    .replaceAll(/[\s_:-]+/g, ' ')
    .trim();

/** Display order of a set: the few names that begin with a digit, such as `10k`, come last. */
export const wordsFirst = (names: readonly string[]): string[] =>
  names.toSorted((one, other) => Number(/^\d/.test(one)) - Number(/^\d/.test(other)));

/** Names that contain every search word: exact matches first, then prefixes, then the rest. */
export function findIcons(names: readonly string[], search: string): readonly string[] {
  const requested = plain(search);
  if (requested === '') return names;
  const words = requested.split(' ');
  const ranks: string[][] = [[], [], [], []];
  for (const name of names) {
    const text = plain(name);
    if (words.every((word) => text.includes(word))) ranks[rankOf(text, requested)]!.push(name);
  }
  return ranks.flat();
}

function rankOf(text: string, requested: string): number {
  if (text === requested) return 0;
  if (text.startsWith(requested)) return 1;
  return ` ${text}`.includes(` ${requested}`) ? 2 : 3;
}
