import type { PresentPerson } from '@rise/contract';

/** Of the series colors of the theme. */
const COLORS = 8;

const first = (word: string | undefined): string => [...(word ?? '')][0] ?? '';

/** Of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@]+/).filter((word) => word !== '');
  const isAddress = name.includes('@');
  const last = words.length > 1 && !isAddress ? words.at(-1) : undefined;
  return (first(words[0]) + first(last)).toLocaleUpperCase();
}

/** A person's color, the same for everybody who sees them. */
export function colorOf({ account }: Pick<PresentPerson, 'account'>): string {
  const sum = [...account].reduce((total, character) => total + character.codePointAt(0)!, 0);
  return `var(--rise-series-${(sum % COLORS) + 1})`;
}

/** Those who have selected a tile. */
export const onTile = (people: readonly PresentPerson[], tile: string): PresentPerson[] =>
  people.filter((person) => person.tile === tile);
