import { visibleText } from '@rise/contract';
import { LinkMarks, unmarked, type LinkTarget, type TextLink } from './link-marks.rules.ts';

/** A part of a document that is found and cited as one. */
export interface TextPassage {
  /** The headings above it, outermost first; empty where there is none. */
  readonly heading: string;
  readonly text: string;
  /** Where its text leads to, in order. */
  readonly links: readonly TextLink[];
}

/** Words of a passage. Shorter sections are joined with the next one, longer ones split between paragraphs. */
export const PASSAGE_WORDS = { least: 150, most: 400 } as const;
const BETWEEN = ' › ';

interface Section {
  readonly path: readonly string[];
  readonly text: string;
}

export interface DocumentText {
  readonly kind: 'markdown' | 'text';
  readonly content: string;
  /** What an address in the text leads to; null, and without it: nothing, and only its words stay. */
  readonly targetOf?: (address: string) => LinkTarget | null;
}

/** The passages of a document in their order; empty for one without text. */
export function passagesOfText({ kind, content, targetOf = () => null }: DocumentText): TextPassage[] {
  // What a reader of the document does not see is no part of it.
  const text = unmarked(visibleText(content));
  const marks = new LinkMarks(targetOf);
  const sections = kind === 'markdown' ? markdownSections(text, marks) : [{ path: [], text }];
  return joined(sections.flatMap(split)).map(({ path, text: part }) => ({
    heading: path.join(BETWEEN),
    ...marks.taken(part),
  }));
}

function markdownSections(markdown: string, marks: LinkMarks): Section[] {
  const sections: { path: string[]; lines: string[] }[] = [{ path: [], lines: [] }];
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const [, mark] = /^\s{0,3}(```|~~~)/.exec(line) ?? [];
    if (mark !== undefined) fence = fence === null ? mark : fence === mark ? null : fence;
    const [, level, title] = (fence === null && /^(#{1,6})\s+(.+?)\s*#*$/.exec(line)) || [];
    if (level !== undefined && title !== undefined) {
      const above = sections.at(-1)!.path.slice(0, level.length - 1);
      sections.push({ path: [...above, unmarked(plainText(title, marks))], lines: [] });
    } else sections.at(-1)!.lines.push(line);
  }
  return sections.map(({ path, lines }) => ({ path, text: plainText(lines.join('\n'), marks) }));
}

/** Markdown without its marks, by lines. Tables and lists stay as they are written, links are marked. */
function plainText(markdown: string, marks: LinkMarks): string {
  return markdown
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, (_, words: string, address: string) => marks.marked(words, address))
    .replaceAll(/^\s{0,3}(?:```|~~~).*$/gm, '')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** A section in parts of at most so many words. A paragraph or table that is longer alone stays whole up to twice that. */
function split({ path, text }: Section): Section[] {
  if (text === '') return path.length > 0 ? [{ path, text: '' }] : [];
  const parts: string[] = [];
  for (const paragraph of text.split(/\n{2,}/).flatMap(shortened)) {
    const last = parts.at(-1);
    if (last !== undefined && countWords(last) + countWords(paragraph) <= PASSAGE_WORDS.most)
      parts[parts.length - 1] = `${last}\n\n${paragraph}`;
    else parts.push(paragraph);
  }
  return parts.map((part) => ({ path, text: part }));
}

/** A paragraph, by sentences where it is too long. */
function shortened(paragraph: string): string[] {
  const isTable = /^\s*\|/.test(paragraph);
  if (countWords(paragraph) <= PASSAGE_WORDS.most * (isTable ? 2 : 1)) return [paragraph];
  const words = paragraph.split(/(?<=\s)/);
  const parts: string[] = [];
  for (let from = 0; from < words.length; from += PASSAGE_WORDS.most)
    parts.push(
      words
        .slice(from, from + PASSAGE_WORDS.most)
        .join('')
        .trim(),
    );
  return parts.filter((part) => part !== '');
}

/** Short sections are joined with the next one under the same outermost heading; a heading without text leads to it. */
function joined(sections: readonly Section[]): Section[] {
  const passages: Section[] = [];
  for (const section of sections) {
    const last = passages.at(-1);
    const together = last ? countWords(last.text) + countWords(section.text) : 0;
    const isShort = last !== undefined && countWords(last.text) < PASSAGE_WORDS.least;
    if (last && isShort && last.path[0] === section.path[0] && together <= PASSAGE_WORDS.most) {
      const own = section.path.filter((title) => !last.path.includes(title));
      passages[passages.length - 1] = {
        path: [...last.path, ...own],
        text: [last.text, ...own.slice(-1), section.text].filter((text) => text !== '').join('\n\n'),
      };
    } else passages.push(section);
  }
  return passages.filter(({ text }) => text !== '');
}
