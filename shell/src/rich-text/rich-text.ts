import type { Schema } from 'hast-util-sanitize';

/** Formatting in untrusted content: nothing that runs, loads or carries styles. Other elements are replaced by their content. */
export const RICH_TEXT = {
  tagNames:
    'h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre code strong b em i u s del mark a ul ol li table thead tbody tr th td'.split(
      ' ',
    ),
  attributes: {
    a: ['href'],
    ol: ['start'],
    th: ['align', 'scope', 'colSpan', 'rowSpan'],
    td: ['align', 'colSpan', 'rowSpan'],
    '*': ['lang', 'dir'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
  strip: ['script', 'style', 'template'],
} satisfies Schema;
