import type { ComponentProps, ReactNode } from 'react';
import { type Components, defaultUrlTransform } from 'react-markdown';
import { SafeMarkdown } from '../../markdown/safe-markdown.tsx';
import { AppLink } from '../../routing/link.tsx';
import { documentHref } from './addresses.ts';
import classes from './documentation.module.css';
import { pictures } from './documents.ts';
import { anchorOf } from './headings.ts';

function DocumentLink({ href = '', children }: ComponentProps<'a'>) {
  if (href.startsWith('/') || href.startsWith('#')) return <AppLink href={href}>{children}</AppLink>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const wordsIn = (children: ReactNode): string => {
  if (typeof children === 'string') return children;
  if (Array.isArray(children)) return children.map((child: ReactNode) => wordsIn(child)).join('');
  const inner = (children as { props?: { children?: ReactNode } } | null)?.props?.children;
  return inner === undefined ? '' : wordsIn(inner);
};

const components: Components = {
  a: ({ href, children }) => <DocumentLink href={href}>{children}</DocumentLink>,
  h2: ({ children }) => <h2 id={anchorOf(wordsIn(children))}>{children}</h2>,
  img: ({ src, alt }) => (src ? <img src={src} alt={alt ?? ''} loading="lazy" /> : null),
  table: ({ children }) => (
    <div className={classes.scroll} tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
};

/** Addresses as the portal follows them: pictures are the repository's own, never another site's. */
function transform(url: string, key: string): string {
  if (key === 'src') return pictures.get(url.split('/').at(-1)!) ?? '';
  return defaultUrlTransform(documentHref(url));
}

/** A document's text; of HTML in it nothing is taken over. */
export function DocumentText({ markdown }: { markdown: string }) {
  return <SafeMarkdown markdown={markdown} urlTransform={transform} components={components} />;
}
