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

const textOf = (children: ReactNode): string => {
  if (typeof children === 'string') return children;
  if (Array.isArray(children)) return children.map((child: ReactNode) => textOf(child)).join('');
  const inner = (children as { props?: { children?: ReactNode } } | null)?.props?.children;
  return inner === undefined ? '' : textOf(inner);
};

const components: Components = {
  a: ({ href, children }) => <DocumentLink href={href}>{children}</DocumentLink>,
  h2: ({ children }) => <h2 id={anchorOf(textOf(children))}>{children}</h2>,
  img: ({ src, alt }) => (src ? <img src={src} alt={alt ?? ''} loading="lazy" /> : null),
  table: ({ children }) => (
    <div className={classes.scroll} tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
};

/** Resolves addresses; images come from the repository, never from another site. */
function resolveUrl(url: string, key: string): string {
  if (key === 'src') return pictures.get(url.split('/').at(-1)!) ?? '';
  return defaultUrlTransform(documentHref(url));
}

/** Renders a document; HTML in it is dropped. */
export function DocumentText({ markdown }: { markdown: string }) {
  return <SafeMarkdown pictures markdown={markdown} urlTransform={resolveUrl} components={components} />;
}
