import { contrast } from '../theme/color.ts';

/** Average width of a letter at 12 px, in pixels; a little more than measured, so that texts fit. */
const LETTER = 6.7;

/** Estimated width of a text in pixels. Also on servers, where nothing can be measured. */
export const textWidth = (text: string, fontSize = 12): number =>
  text === '' ? 0 : ((text.length * LETTER + 3) * fontSize) / 12;

/** A text on up to two lines, broken at the last space at which the first line fits. */
export function wrapText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const words = text.split(' ');
  let first = words[0]!;
  let count = 1;
  while (count < words.length && textWidth(`${first} ${words[count]!}`) <= width) {
    first = `${first} ${words[count]!}`;
    count += 1;
  }
  return count === words.length ? first : `${first}\n${words.slice(count).join(' ')}`;
}

/** Dark and light text for filled marks, in both schemes. */
const INKS = ['#10151d', '#ffffff'] as const;

/** WCAG 2.2, 1.4.3. */
const READABLE = 4.5;

/** The text color with the greatest contrast on a filled mark: never below 4.5 : 1, as on some colors only black is. */
export function inkOn(fill: string): string {
  const ink = contrast(INKS[0], fill) >= contrast(INKS[1], fill) ? INKS[0] : INKS[1];
  return contrast(ink, fill) >= READABLE ? ink : '#000000';
}
