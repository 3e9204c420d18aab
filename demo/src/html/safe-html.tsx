import { fromDom } from 'hast-util-from-dom';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { AppLink } from '../routing/link.tsx';

/** Formatting elements only: nothing that runs, loads or carries styles. */
const FORMATTING: Schema = {
  tagNames:
    'p br strong b em i u s ul ol li a code pre blockquote mark h2 h3 h4 hr table thead tbody tr th td span div'.split(
      ' ',
    ),
  attributes: { a: ['href'], th: ['scope', 'colSpan', 'rowSpan'], td: ['colSpan', 'rowSpan'], '*': ['lang', 'dir'] },
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
  strip: ['script', 'style', 'template'],
};

/** A link without an allowed address becomes plain text. */
function Anchor({ href, children }: ComponentProps<'a'>) {
  return href === undefined ? <>{children}</> : <AppLink href={href}>{children}</AppLink>;
}

function Bare({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}

interface SafeHtmlProps {
  html: string;
  /** `span` for a few words within a line. */
  as?: 'div' | 'span';
  className?: string | undefined;
}

/**
 * Formatted text of a record. It is untrusted: an inert document parses it, and only allowed elements are rendered as
 * React elements. Links to screens navigate in place.
 */
export function SafeHtml({ html, as: Tag = 'div', className }: SafeHtmlProps) {
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return toJsxRuntime(sanitize(fromDom(body), { ...FORMATTING, tagNames: [...FORMATTING.tagNames!, 'body'] }), {
      Fragment,
      jsx,
      jsxs,
      components: { a: Anchor, body: Bare },
    });
  }, [html]);
  return <Tag className={className}>{content}</Tag>;
}
