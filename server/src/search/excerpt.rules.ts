import type { Language } from '@rise/contract';
import { words } from './folded-words.ts';
import { alike, type Term } from './question-words.rules.ts';

/** Approximate length of an excerpt, in characters. */
const LENGTH = 600;
const GAP = '…';

interface Block {
  readonly text: string;
  /** Part of the same list or table as the previous block. */
  readonly joined: boolean;
  readonly terms: number;
}

/**
 * The part of a text that is about the question: all of a short one; of a longer one the paragraphs and list items with
 * the most matching terms, in their order, with a mark for omissions.
 */
export function excerpt(markdown: string, terms: readonly Term[], language: Language): string {
  const text = markdown.trim();
  if (text.length <= LENGTH) return text;
  const blocks = blocksOf(text, terms, language);
  const chosen = new Set<number>();
  let length = 0;
  const byUse = blocks.map((_, place) => place).toSorted((a, b) => blocks[b]!.terms - blocks[a]!.terms || a - b);
  for (const place of byUse) {
    const { text, terms: met } = blocks[place]!;
    if (chosen.size > 0 && (met === 0 || length + text.length > LENGTH)) continue;
    chosen.add(place);
    length += text.length;
  }
  return joined(blocks, chosen);
}

function blocksOf(text: string, terms: readonly Term[], language: Language): Block[] {
  return text
    .split(/\n{2,}/)
    .flatMap((paragraph) =>
      partsOf(paragraph).map((part, place) => ({ text: part, joined: place > 0, terms: meets(part, terms, language) })),
    );
}

/** A list by its items, a long table as its header with the rows that fit; any other paragraph is one block. */
function partsOf(paragraph: string): string[] {
  if (/^[-*] /.test(paragraph)) return paragraph.split(/\n(?=[-*] )/);
  if (!paragraph.startsWith('|')) return [cutAtSentence(paragraph)];
  const lines = paragraph.split('\n');
  const rows = lines.slice(0, 3);
  for (const line of lines.slice(3)) if (rows.join('\n').length + line.length <= LENGTH) rows.push(line);
  return [rows.join('\n')];
}

function meets(text: string, terms: readonly Term[], language: Language): number {
  const own = words(text);
  return terms.filter(({ folded }) => own.some((word) => alike(folded, word, language))).length;
}

function joined(blocks: readonly Block[], chosen: ReadonlySet<number>): string {
  let text = '';
  let before = -1;
  for (const [place, block] of blocks.entries()) {
    if (!chosen.has(place)) continue;
    const skipped = place > before + 1 && text !== '';
    if (block.joined && text !== '' && !skipped) text += `\n${block.text}`;
    else text += `${text === '' ? '' : '\n\n'}${skipped ? `${GAP}\n\n` : ''}${block.text}`;
    before = place;
  }
  return before < blocks.length - 1 ? `${text}\n\n${GAP}` : text;
}

function cutAtSentence(text: string): string {
  if (text.length <= LENGTH) return text;
  const cut = text.slice(0, LENGTH);
  return `${/^[\s\S]*[.!?](?=\s)/.exec(cut)?.[0] ?? cut.replace(/\s*\S*$/, '')} ${GAP}`;
}
