/** Joiners, which Arabic, Indic and similar scripts need between letters. */
const JOINERS = /[\u200C\u200D]/;
/** Scripts that never need one: there, it only makes two equal names different. */
const PLAIN_SCRIPTS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
/**
 * What nobody sees: format characters with no width of their own, controls of the direction of text, fillers, blanks of
 * Braille and music, tags, and halves of surrogate pairs.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\u2800]/u;
const INVISIBLE_ALL = new RegExp(INVISIBLE, 'gu');

/** Combining marks after one letter beyond which the others are left out: as many as Unicode’s stream-safe texts have. */
const EXCESSIVE_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * The text with letters and their marks as one character where there is one. Marks are sorted for that, which takes the
 * square of their number: a long enough run of them would stop a server for minutes.
 */
const composed = (text: string): string => text.replaceAll(EXCESSIVE_MARKS, '$1').normalize('NFC');

/**
 * A name or title on one line, as a reader will see it: without invisible characters, with which one could pose as
 * someone else or turn the text around it (U+202E), and with every control character, line end and run of spaces as one
 * space. For everything that is shown as a name, from any source.
 */
export function visibleLine(text: string): string {
  const characters = [...composed(text).replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')];
  return characters
    .filter((character, index) => !INVISIBLE.test(character) || isJoiner(characters, index))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

function isJoiner(characters: readonly string[], index: number): boolean {
  const [before = '', joiner = '', after = ''] = characters.slice(Math.max(0, index - 1), index + 2);
  return index > 0 && JOINERS.test(joiner) && needsJoiner(before) && needsJoiner(after);
}

/** A text of many lines without invisible characters, except controls of lines and tabs. */
export function visibleText(text: string): string {
  return composed(text)
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .replaceAll(INVISIBLE_ALL, (character, at: number, whole: string) =>
      JOINERS.test(character) && needsJoiner(whole[at - 1] ?? '') && needsJoiner(whole[at + 1] ?? '') ? character : '',
    );
}

const needsJoiner = (character: string) => /[\p{L}\p{M}]/u.test(character) && !PLAIN_SCRIPTS.test(character);
