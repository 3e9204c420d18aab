import type { RichInline, RichText } from '@rise/contract/rich-text';
import { Fragment, type ReactNode } from 'react';
import { AnnouncementLink } from './announcement-link.tsx';
import classes from './announcements.module.css';

/** Formatted text from a tree of allowed nodes: nothing in it can be anything else. */
export function RichContent({ content }: { content: RichText }) {
  return content.map((block, index) => {
    if (block.type === 'paragraph') return <p key={index}>{inlines(block.children)}</p>;
    const items = block.items.map((item, place) => <li key={place}>{inlines(item)}</li>);
    return block.ordered ? (
      <ol key={index} className={classes['points']}>
        {items}
      </ol>
    ) : (
      <ul key={index} className={classes['points']}>
        {items}
      </ul>
    );
  });
}

const inlines = (nodes: readonly RichInline[]): ReactNode =>
  nodes.map((node, index) => <Inline key={index} node={node} />);

function Inline({ node }: { node: RichInline }) {
  if (node.type === 'link')
    return (
      <AnnouncementLink
        link={{ uri: node.uri, hyperText: inlines(node.children) }}
        className={classes['inline-link']}
      />
    );
  const text = node.italic ? <em>{node.text}</em> : <Fragment>{node.text}</Fragment>;
  return node.bold ? <strong>{text}</strong> : text;
}
