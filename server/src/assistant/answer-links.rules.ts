import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { escapeMarkdown } from './assistant.rules.ts';

/** As the portal reads it. */
const READING = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
/** What is taken out can uncover something else; after so many times the text is shown without any marks. */
const MOST_ROUNDS = 5;
/** A text without these has no link, image or HTML. */
const SUSPICIOUS = /[<@]|!\[|\]\s*[(:[]|\[\^|:\/\/|www\./i;

interface Node {
  readonly type: string;
  readonly url?: string;
  readonly alt?: string | null;
  readonly children?: readonly Node[];
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A Markdown text in which only these addresses are links, and nothing is an image or HTML. Their words stay. */
export function withoutOtherLinks(links: readonly string[], markdown: string): string {
  let text = markdown;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (!SUSPICIOUS.test(links.reduce((rest, link) => rest.replaceAll(`](${link})`, ''), text))) return text;
    const edits = editsOf(fromMarkdown(text, READING), text, links);
    if (edits === null) break;
    if (edits.length === 0) return text;
    for (const { from, to, text: replacement } of edits.toReversed())
      text = text.slice(0, from) + replacement + text.slice(to);
  }
  return escapeMarkdown(text);
}

/** In the order of the text; null where a part cannot be told apart from the rest. */
function editsOf(node: Node, text: string, links: readonly string[]): Edit[] | null {
  const replacement = replacementOf(node, text, links);
  if (replacement === null) {
    const edits = (node.children ?? []).map((child) => editsOf(child, text, links));
    return edits.includes(null) ? null : edits.flatMap((some) => some ?? []);
  }
  const [from, to] = placeOf(node);
  return from === undefined || to === undefined ? null : [{ from, to, text: replacement }];
}

/** Null: it stays. */
function replacementOf(node: Node, text: string, links: readonly string[]): string | null {
  switch (node.type) {
    case 'html':
    case 'definition':
    case 'footnoteDefinition':
    case 'footnoteReference':
      return '';
    case 'image':
    case 'imageReference':
      return escapeMarkdown(node.alt ?? '');
    case 'linkReference':
      return wordsOf(node, text);
    case 'link': {
      if (links.includes(node.url ?? '')) return null;
      const isWritten = text[placeOf(node)[0] ?? 0] === '[';
      return isWritten ? wordsOf(node, text) : `\`${wordsOf(node, text).replaceAll(/[`|\\]/g, '')}\``;
    }
    default:
      return null;
  }
}

const placeOf = ({ position }: Node) => [position?.start.offset, position?.end.offset] as const;

/** What a link has as its text. */
function wordsOf({ children = [] }: Node, text: string): string {
  const [first, last] = [children[0], children.at(-1)];
  if (!first || !last) return '';
  const [from, to] = [placeOf(first)[0], placeOf(last)[1]];
  return from === undefined || to === undefined ? '' : text.slice(from, to);
}
