/** A text as the search takes it: without case and accents, with one i for Turkish's two, its words apart. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[\s_:-]+/g, ' ')
    .trim();

/** The order in which a set is shown: the handful of names that begin with a figure, such as `10k`, come last. */
export const wordsFirst = (names: readonly string[]): string[] =>
  names.toSorted((one, other) => Number(/^\d/.test(one)) - Number(/^\d/.test(other)));

/** Names that hold every word of the search: first the name itself, then what begins with it, then the others. */
export function findIcons(names: readonly string[], search: string): readonly string[] {
  const wanted = plain(search);
  if (wanted === '') return names;
  const words = wanted.split(' ');
  const ranks: string[][] = [[], [], [], []];
  for (const name of names) {
    const text = plain(name);
    if (words.every((word) => text.includes(word))) ranks[rankOf(text, wanted)]!.push(name);
  }
  return ranks.flat();
}

function rankOf(text: string, wanted: string): number {
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  return ` ${text}`.includes(` ${wanted}`) ? 2 : 3;
}
