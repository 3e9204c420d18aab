import type { LocalizedText } from './text.ts';

/** The plural of an English title: “Credit union” gives “Credit unions”. Null where its last word is no plain noun. */
export function pluralTitle(title: string): string | null {
  const noun = /\p{L}{2,}$/u.exec(title)?.[0].toLowerCase();
  if (noun === undefined || /[^s]s$|ed$|ing$/.test(noun)) return null;
  if (/[^aeiou]y$/.test(noun)) return `${title.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${title}es` : `${title}s`;
}

/** How a count of a dimension’s members is called; the dimension’s own title where that has no plural. */
export const countTitle = ({ en, tr }: LocalizedText): LocalizedText => ({
  en: pluralTitle(en) ?? en,
  ...(tr !== undefined && { tr: `${tr} sayısı` }),
});

const isAcronym = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word) || /\d/.test(word);

/** A title within a sentence: “credit union”, but “NCUA region”. */
export const lowerTitle = (title: string, language: 'en' | 'tr'): string =>
  title
    .split(' ')
    .map((word) => (isAcronym(word) ? word : word.toLocaleLowerCase(language)))
    .join(' ');
