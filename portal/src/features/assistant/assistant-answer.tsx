import { useUiContext } from '@rise/ui';
import type { ComponentProps } from 'react';
import { localPath } from '../../routing/local-path.ts';
import { SafeMarkdown } from '../../markdown/safe-markdown.tsx';

/** Returns the address of a portal page or of an http(s) site, else an empty text. */
function safeHref(url: string): string {
  return localPath(url) ?? (/^https?:\/\/[^\\\s]+$/i.test(url) ? url : '');
}

function AnswerLink({ href, children }: ComponentProps<'a'>) {
  const { texts } = useUiContext();
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={texts.opensInNewTab}>
      {children}
    </a>
  );
}

/** A paragraph in bold: the page's heading outline is not the answer's. */
const Heading = ({ children }: ComponentProps<'h2'>) => (
  <p>
    <strong>{children}</strong>
  </p>
);

const components = { a: AnswerLink, h1: Heading, h2: Heading, h3: Heading, h4: Heading, h5: Heading, h6: Heading };

/** An answer of the assistant. Its content is untrusted: no HTML, no images, and links only to pages, in a new tab. */
export function AssistantAnswer({ content }: { content: string }) {
  return <SafeMarkdown markdown={content} urlTransform={safeHref} components={components} />;
}
