import type { SearchParams } from '@rise/ui/search-params';

/** What the screen shows, as stored in the address. */
export type CopiesView =
  | { kind: 'list' }
  /** `?copy=<id>` */
  | { kind: 'copy'; id: string }
  /** `?edit=<id>`; null: `?edit=new`, of a saved query `?edit=new&query=<its id>`. */
  | { kind: 'edit'; id: string | null; query?: string }
  /** `?server=<id>`; null: `?server=new`. */
  | { kind: 'server'; id: string | null };

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NEW = 'new';

export function readCopiesView({ copy, edit, server, query }: SearchParams): CopiesView {
  if (copy !== undefined && ID.test(copy)) return { kind: 'copy', id: copy };
  if (edit === NEW && query !== undefined && ID.test(query)) return { kind: 'edit', id: null, query };
  for (const [kind, value] of [
    ['edit', edit],
    ['server', server],
  ] as const)
    if (value === NEW || (value !== undefined && ID.test(value))) return { kind, id: value === NEW ? null : value };
  return { kind: 'list' };
}

export function addressOf(view: CopiesView): string {
  if (view.kind === 'list') return '/copies';
  return `/copies?${view.kind}=${view.id ?? NEW}`;
}
