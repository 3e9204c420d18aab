import type { RichBlock, RichInline, RichText } from '@rise/contract/rich-text';
import { createElement, Fragment, type ReactNode } from 'react';
import { AnnouncementLink } from './announcement-link.tsx';
import classes from './announcements.module.css';

/** Formatted text from a tree of allowed nodes: nothing in it can be anything else. */
export function RichContent({ content }: { content: RichText }) {
  return together(content.map(block));
}

/** Nodes in their order; a changed text is drawn again as a whole, so that they need no keys. */
const together = (nodes: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...nodes);

function block(node: RichBlock): ReactNode {
  if (node.type === 'paragraph') return createElement('p', null, inlines(node.children));
  const items = node.items.map((item) => createElement('li', null, inlines(item)));
  return createElement(node.ordered ? 'ol' : 'ul', { className: classes['points'] }, ...items);
}

const inlines = (nodes: readonly RichInline[]): ReactNode => together(nodes.map(inline));

function inline(node: RichInline): ReactNode {
  if (node.type === 'link')
    return createElement(AnnouncementLink, {
      link: { uri: node.uri, hyperText: inlines(node.children) },
      className: classes['inline-link'],
    });
  const text = node.italic ? createElement('em', null, node.text) : node.text;
  return node.bold ? createElement('strong', null, text) : text;
}
