import { visibleText } from '@rise/contract';
import { headingOf, replaceLinks, withoutComments } from './markdown-marks.rules.ts';
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

/** With its number of words, which is not counted again for each paragraph that is added. */
type Counted = Section & { readonly words: number };

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
    const heading = fence === null ? headingOf(line) : null;
    if (heading) {
      const above = sections.at(-1)!.path.slice(0, heading.level - 1);
      sections.push({ path: [...above, unmarked(plainText(heading.title, marks))], lines: [] });
    } else sections.at(-1)!.lines.push(line);
  }
  return sections.map(({ path, lines }) => ({ path, text: plainText(lines.join('\n'), marks) }));
}

/** Markdown without its marks, by lines. Tables and lists stay as they are written, links are marked. */
function plainText(markdown: string, marks: LinkMarks): string {
  const withWords = replaceLinks(withoutComments(markdown), '![', (words) => words);
  return replaceLinks(withWords, '[', (words, address) => marks.marked(words, address))
    .replaceAll(/^\s{0,3}(?:```|~~~).*$/gm, '')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** A section in parts of at most so many words. A paragraph or table that is longer alone stays whole up to twice that. */
function split({ path, text }: Section): Counted[] {
  if (text === '') return path.length > 0 ? [{ path, text: '', words: 0 }] : [];
  const parts: Counted[] = [];
  for (const paragraph of text.split(/\n{2,}/).flatMap(shortened)) {
    const last = parts.at(-1);
    const words = countWords(paragraph);
    if (last !== undefined && last.words + words <= PASSAGE_WORDS.most)
      parts[parts.length - 1] = { path, text: `${last.text}\n\n${paragraph}`, words: last.words + words };
    else parts.push({ path, text: paragraph, words });
  }
  return parts;
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
function joined(sections: readonly Counted[]): Section[] {
  const passages: Counted[] = [];
  for (const section of sections) {
    const last = passages.at(-1);
    const isShort = last !== undefined && last.words < PASSAGE_WORDS.least;
    const together = last ? last.words + section.words : 0;
    if (last && isShort && last.path[0] === section.path[0] && together <= PASSAGE_WORDS.most) {
      const own = section.path.filter((title) => !last.path.includes(title));
      const innermost = own.slice(-1);
      passages[passages.length - 1] = {
        path: [...last.path, ...own],
        text: [last.text, ...innermost, section.text].filter((text) => text !== '').join('\n\n'),
        words: together + countWords(innermost.join('')),
      };
    } else passages.push(section);
  }
  return passages.filter(({ text }) => text !== '');
}
