import { RICH_TEXT } from '@rise/shell/rich-text';
import Markdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

const WITH_PICTURES: Schema = {
  ...RICH_TEXT,
  tagNames: [...RICH_TEXT.tagNames, 'img'],
  attributes: { ...RICH_TEXT.attributes, img: ['src', 'alt'] },
  protocols: { ...RICH_TEXT.protocols, src: ['http', 'https'] },
};

/** Long lines scroll, by the keyboard too. */
const SCROLLING: Components = {
  pre: ({ children }) => (
    <pre tabIndex={0} role="group">
      {children}
    </pre>
  ),
};

interface SafeMarkdownProps extends Pick<Options, 'components' | 'urlTransform'> {
  markdown: string;
  /** Allows images too; `urlTransform` must limit their addresses. */
  pictures?: boolean;
}

/** Renders markdown: HTML in it is dropped, and the rest is restricted to an allowlist of elements. */
export function SafeMarkdown({ markdown, pictures = false, components, urlTransform }: SafeMarkdownProps) {
  const schema = pictures ? WITH_PICTURES : RICH_TEXT;
  return (
    <Markdown
      skipHtml
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[[rehypeSanitize, schema]]}
      urlTransform={urlTransform}
      components={{ ...SCROLLING, ...components }}
    >
      {markdown}
    </Markdown>
  );
}
