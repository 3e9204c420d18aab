import { contrast } from '../theme/color.ts';

/** Average width of a letter at 12 px, in pixels; a little more than measured, so that texts fit. */
const LETTER = 6.7;

/** Estimated width of a text in pixels. Also on servers, where nothing can be measured. */
export const textWidth = (text: string, fontSize = 12): number => (text.length * LETTER * fontSize) / 12;

/** Truncated to a width in pixels. */
export function truncateText(text: string, width: number, fontSize = 12): string {
  const letters = Math.floor((width * 12) / (LETTER * fontSize));
  return text.length > letters ? `${text.slice(0, Math.max(1, letters - 1)).trimEnd()}…` : text;
}

/** Dark and light text for filled marks, in both schemes. */
const INKS = ['#10151d', '#ffffff'] as const;

/** The text color with the greatest contrast on a filled mark. */
export const inkOn = (fill: string): string => (contrast(INKS[0], fill) >= contrast(INKS[1], fill) ? INKS[0] : INKS[1]);
