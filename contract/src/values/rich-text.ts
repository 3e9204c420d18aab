import { z } from 'zod';
import { MAX_CONTENT } from './announcement-words.ts';
import { link } from './link.ts';

/**
 * Formatted text as a tree of these nodes and no others: nothing that runs, loads or has styles can be stored. A line
 * feed within a text is a line break.
 */
const MAX_BLOCKS = 100;
const MAX_INLINES = 200;
const MAX_ITEMS = 50;

const richSpan = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1).max(MAX_CONTENT),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
});
export type RichSpan = z.infer<typeof richSpan>;

const richLink = z.strictObject({
  type: z.literal('link'),
  uri: link,
  children: z.array(richSpan).min(1).max(MAX_INLINES),
});
const richInline = z.discriminatedUnion('type', [richSpan, richLink]);
export type RichInline = z.infer<typeof richInline>;

const inlines = z.array(richInline).min(1).max(MAX_INLINES);
const richBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), children: inlines }),
  z.strictObject({ type: z.literal('list'), ordered: z.boolean(), items: z.array(inlines).min(1).max(MAX_ITEMS) }),
]);
export type RichBlock = z.infer<typeof richBlock>;

export const richText = z
  .array(richBlock)
  .min(1)
  .max(MAX_BLOCKS)
  .refine((blocks) => plainText(blocks).length <= MAX_CONTENT, `Use at most ${MAX_CONTENT} characters.`);
export type RichText = z.infer<typeof richText>;

const plainInlines = (nodes: readonly RichInline[]): string =>
  nodes.map((node) => (node.type === 'text' ? node.text : plainInlines(node.children))).join('');

/** The text without its formatting, a line for each paragraph and item. */
export function plainText(blocks: readonly RichBlock[]): string {
  return blocks
    .flatMap((block) => (block.type === 'paragraph' ? [block.children] : block.items))
    .map(plainInlines)
    .join('\n');
}
