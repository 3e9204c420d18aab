import { breakWords, textWidth } from '../print/text.rules.ts';

/** Height of a line, by the size of its text: fonts of other programs need a little more than Inter. */
export const LINE = 1.22;

/** A text in lines as wide as a place. Joined they are the text again. */
export function linesOf(text: string, { width, size, bold = false }: { width: number; size: number; bold?: boolean }) {
  const room = Math.max(1, width / size);
  const lines: string[] = [];
  for (const paragraph of breakWords(text, room).split(/(?<=\n)/)) {
    let line = '';
    for (const word of paragraph.split(/(?<=[\s\u200b])/)) {
      if (line !== '' && textWidth((line + word).trimEnd(), bold) > room) {
        lines.push(line);
        line = '';
      }
      line += word;
    }
    lines.push(line);
  }
  return lines;
}

/** Items in groups whose heights fit: the first group into `first`, all others into `other`. */
export function inGroups<T>(
  items: readonly T[],
  heightOf: (item: T) => number,
  { first, other }: { first: number; other: number },
): T[][] {
  const groups: T[][] = [[]];
  let free = first;
  for (const item of items) {
    const height = heightOf(item);
    if (height > free && (groups.at(-1)!.length > 0 || (groups.length === 1 && first < other))) {
      groups.push([]);
      free = other;
    }
    groups.at(-1)!.push(item);
    free -= height;
  }
  return groups;
}
