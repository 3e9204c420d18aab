import { SHELF } from './documents.ts';

/** Where a link of a document leads in the portal: another document, a section of it, or elsewhere as it is. */
export function documentHref(href: string): string {
  const [, name, hash = ''] = /^(?:\.{0,2}\/)*(?:guides\/)?([\w-]+?)(?:\.tr)?\.md(#.*)?$/.exec(href) ?? [];
  const entry = SHELF.find((document) => document.name === name);
  return entry ? entry.href + hash : href;
}
