import { plainText, type RichBlock, type RichInline, type RichSpan, type RichText } from '@rise/contract/rich-text';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toMarkdown } from 'mdast-util-to-markdown';

type Root = ReturnType<typeof fromMarkdown>;
type RootContent = Root['children'][number];
type List = Extract<RootContent, { type: 'list' }>;
type Paragraph = Extract<RootContent, { type: 'paragraph' }>;
type PhrasingContent = Paragraph['children'][number];

/** Marks around a text. */
type Marks = Pick<RichSpan, 'bold' | 'italic'>;

/**
 * Content as it is written in the form: paragraphs, lists, bold, italics and links. Whatever else Markdown knows, HTML
 * included, stays the text that it is. Null where there is no text.
 */
export function richTextOf(markdown: string): RichText | null {
  const source = markdown.replaceAll(/\r\n?/g, '\n');
  const blocks = fromMarkdown(source).children.flatMap((node) => blockOf(node, source));
  return plainText(blocks).trim() === '' ? null : blocks;
}

function blockOf(node: RootContent, source: string): RichBlock[] {
  if (node.type === 'list' && isFlat(node)) {
    const items = node.children
      .map((item) => merged((item.children as Paragraph[]).flatMap(({ children }) => inlinesOf(children, source, {}))))
      .filter((item) => item.length > 0);
    return items.length === 0 ? [] : [{ type: 'list', ordered: node.ordered === true, items }];
  }
  const children =
    node.type === 'paragraph'
      ? merged(inlinesOf(node.children, source, {}))
      : [{ type: 'text' as const, text: sourceOf(node, source) }];
  return children.length === 0 ? [] : [{ type: 'paragraph', children }];
}

/** Lists within lists are not among the nodes: they stay text. */
const isFlat = (list: List): boolean =>
  list.children.every(({ children }) => children.length <= 1 && children.every(({ type }) => type === 'paragraph'));

function inlinesOf(nodes: readonly PhrasingContent[], source: string, marks: Marks): RichInline[] {
  return nodes.flatMap((node): RichInline[] => {
    switch (node.type) {
      case 'text':
        return span(node.value, marks);
      case 'break':
        return span('\n', marks);
      case 'strong':
        return inlinesOf(node.children, source, { ...marks, bold: true });
      case 'emphasis':
        return inlinesOf(node.children, source, { ...marks, italic: true });
      case 'link': {
        const children = inlinesOf(node.children, source, marks).filter((child) => child.type === 'text');
        return children.length === 0 ? [] : [{ type: 'link', uri: node.url, children }];
      }
      default:
        return span(sourceOf(node, source), marks);
    }
  });
}

const span = (text: string, marks: Marks): RichSpan[] => (text === '' ? [] : [{ type: 'text', text, ...marks }]);

/** Neighbors with the same marks are one text. */
function merged(nodes: readonly RichInline[]): RichInline[] {
  const all: RichInline[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (last?.type === 'text' && node.type === 'text' && last.bold === node.bold && last.italic === node.italic)
      all[all.length - 1] = { ...last, text: last.text + node.text };
    else all.push(node);
  }
  return all;
}

const sourceOf = ({ position }: RootContent, source: string): string =>
  source.slice(position!.start.offset, position!.end.offset);

/** The Markdown that yields the content. */
export function markdownOf(content: RichText | null): string {
  const root: Root = { type: 'root', children: (content ?? []).map(toNode) };
  return toMarkdown(root, { bullet: '-', emphasis: '_', listItemIndent: 'one' }).trimEnd();
}

function toNode(block: RichBlock): RootContent {
  if (block.type === 'paragraph') return { type: 'paragraph', children: block.children.map(toPhrasing) };
  return {
    type: 'list',
    ordered: block.ordered,
    spread: false,
    children: block.items.map((item) => ({
      type: 'listItem',
      spread: false,
      children: [{ type: 'paragraph', children: item.map(toPhrasing) }],
    })),
  };
}

function toPhrasing(node: RichInline): PhrasingContent {
  if (node.type === 'link') return { type: 'link', url: node.uri, children: node.children.map(toPhrasing) as never };
  const text: PhrasingContent = { type: 'text', value: node.text };
  const italic: PhrasingContent = node.italic ? { type: 'emphasis', children: [text] } : text;
  return node.bold ? { type: 'strong', children: [italic] } : italic;
}

/** Addresses of the content's links. */
export function addressesOf(content: RichText | null): string[] {
  return (content ?? [])
    .flatMap((block) => (block.type === 'paragraph' ? [block.children] : block.items))
    .flat()
    .flatMap((node) => (node.type === 'link' ? [node.uri] : []));
}
