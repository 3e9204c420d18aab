/** Widths of Inter's characters from the space to the tilde, in thousandths of its size; digits as in tables. */
// prettier-ignore
const WIDTHS = [
  281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 650, 650, 650, 650, 650, 650, 650, 650,
  650, 650, 288, 302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765,
  639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471, 456, 323, 562, 612, 571, 612, 583, 370, 613,
  591, 242, 242, 549, 242, 876, 591, 600, 612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
];
const FIRST = 32;
const OTHER = { upper: 0.74, lower: 0.6, wide: 1.05 };
const WIDE_FROM = '\u2e80';

function characterWidth(character: string): number {
  const width = WIDTHS[character.codePointAt(0)! - FIRST];
  if (width !== undefined) return width / 1000;
  if (character >= WIDE_FROM) return OTHER.wide;
  return character === character.toLowerCase() ? OTHER.lower : OTHER.upper;
}

/** Width of a text of one point, in points: measured for plain Latin, and estimated for other characters. */
export function textWidth(text: string, isBold = false): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return isBold ? width * 1.03 : width;
}

/** Where a line may be broken, without a mark. */
const BREAK = '\u200b';

/** Lets words be broken that are wider than a line, which the layout would let run out of their place. */
export function breakWords(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  return text.replaceAll(/\S+/g, (word) => {
    if (textWidth(word) <= width) return word;
    const broken: string[] = [];
    let line = 0;
    for (const { segment } of graphemes.segment(word)) {
      const own = textWidth(segment);
      if (line + own > width * 0.92 && line > 0) {
        broken.push(BREAK);
        line = 0;
      }
      broken.push(segment);
      line += own;
    }
    return broken.join('');
  });
}

/** The same in all texts of a value. */
export function withBrokenWords<T>(value: T, width: number): T {
  if (Array.isArray(value)) return value.map((item) => withBrokenWords(item as unknown, width)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const broken = Object.entries(value).map(([name, item]) => [
    name,
    name === 'text' ? breakWords(item as string, width) : withBrokenWords(item as unknown, width),
  ]);
  return Object.fromEntries(broken) as T;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Control characters, halves of characters, and what XML does not permit; line breaks and tabs are texts. */
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- these are what it finds
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text with a mark in place of each character that cannot be printed. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, '\ufffd');
