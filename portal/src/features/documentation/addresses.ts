import { DOCUMENTS } from './documents.ts';

/** Maps a link between documents to its address in the portal; other links are unchanged. */
export function documentHref(href: string): string {
  const [, name, hash = ''] = /^(?:\.{0,2}\/)*(?:guides\/)?([\w-]+?)(?:\.tr)?\.md(#.*)?$/.exec(href) ?? [];
  const entry = DOCUMENTS.find((document) => document.name === name);
  return entry ? entry.href + hash : href;
}
