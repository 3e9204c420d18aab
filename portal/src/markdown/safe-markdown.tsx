import Markdown, { type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** Markdown as text: of HTML in it nothing is taken over, and what is left is an allowed list of nodes. */
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
