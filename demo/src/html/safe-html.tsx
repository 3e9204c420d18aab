import { RICH_TEXT } from '@rise/shell/rich-text';
import { fromDom } from 'hast-util-from-dom';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { AppLink } from '../routing/link.tsx';

const ALIGNED: [string, ...string[]] = ['align', 'left', 'center', 'right'];

/** The body of the parsed document; and the alignment of paragraphs, which mails have. */
const SCHEMA: Schema = {
  ...RICH_TEXT,
  tagNames: [...RICH_TEXT.tagNames, 'body'],
  attributes: { ...RICH_TEXT.attributes, p: [ALIGNED], div: [ALIGNED], li: [ALIGNED], blockquote: [ALIGNED] },
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
  /** `span` for inline text. */
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
    return toJsxRuntime(sanitize(fromDom(body), SCHEMA), {
      Fragment,
      jsx,
      jsxs,
      components: { a: Anchor, body: Bare },
    });
  }, [html]);
  return <Tag className={className}>{content}</Tag>;
}
