import Markdown, { type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** Renders markdown: HTML in it is dropped, and the rest is restricted to an allowlist of elements. */
export function SafeMarkdown({
  markdown,
  ...options
}: { markdown: string } & Pick<Options, 'components' | 'urlTransform' | 'allowedElements' | 'unwrapDisallowed'>) {
  return (
    <Markdown {...options} skipHtml remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]}>
      {markdown}
    </Markdown>
  );
}
