import { useUi } from '@rise/ui';
import type { ComponentProps } from 'react';
import { localPath } from '../../kernel/local-path.ts';
import { SafeMarkdown } from '../../markdown/safe-markdown.tsx';

const ALLOWED =
  'p br hr strong em del a ul ol li blockquote code pre h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(' ');

/** Leads to a page of the portal or to another site; any other address leads nowhere. */
function followed(url: string): string {
  return localPath(url) ?? (/^https?:\/\/[^\\\s]+$/i.test(url) ? url : '');
}

function AnswerLink({ href, children }: ComponentProps<'a'>) {
  const { texts } = useUi();
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={texts.opensInNewTab}>
      {children}
    </a>
  );
}

/** The page has headings of its own. */
const Heading = ({ children }: ComponentProps<'h2'>) => (
  <p>
    <strong>{children}</strong>
  </p>
);

const components = { a: AnswerLink, h1: Heading, h2: Heading, h3: Heading, h4: Heading, h5: Heading, h6: Heading };

/** An answer of the assistant. Nobody vouches for it: no HTML, no pictures, and links only to pages, in a tab of their own. */
export function AssistantAnswer({ content }: { content: string }) {
  return (
    <SafeMarkdown
      markdown={content}
      allowedElements={ALLOWED}
      unwrapDisallowed
      urlTransform={followed}
      components={components}
    />
  );
}
