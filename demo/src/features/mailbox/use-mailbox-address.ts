import { useAddress } from '@rise/shell/routing';
import { stringifySearch } from '@rise/ui/search-params';
import { useParams } from '@tanstack/react-router';

export type ViewKind = 'folder' | 'filter' | 'label';
/** The folder of all mails, which is none. */
export const ALL = 'all';

export interface MailboxAddress {
  readonly kind: ViewKind;
  readonly slug: string;
  /** From 1. */
  readonly page: number;
  /** The page as it is in the address, which may be no number. */
  readonly pageInAddress: string | undefined;
  /** Id of the open mail. */
  readonly id: string | undefined;
  /** What is searched for. */
  readonly query: string;
  readonly listHref: string;
  readonly hrefOf: (id: string) => string;
  readonly pageHref: (page: number) => string;
  /** The first page, without what is searched for. */
  readonly firstPagePath: string;
  /** The same page with the form of a mail: see `compose-request.ts`. */
  readonly composeHref: (request: string) => string;
}

/** The mailbox's address: `/apps/mailbox/inbox/2/<id>?q=…`. */
export function useMailboxAddress(): MailboxAddress {
  const params = useParams({ strict: false }) as Partial<Record<ViewKind | 'page' | 'id', string>>;
  const { search } = useAddress();
  const kind = params.filter !== undefined ? 'filter' : params.label !== undefined ? 'label' : 'folder';
  const slug = params[kind] ?? 'inbox';
  const base = kind === 'folder' ? `/apps/mailbox/${slug}` : `/apps/mailbox/${kind}/${slug}`;
  const number = Number(params.page ?? '');
  const page = Number.isInteger(number) && number >= 1 ? number : 1;
  const { compose: _compose, keys: _keys, ...listed } = search;
  const rest = stringifySearch(listed);
  const { id } = params;
  return {
    kind,
    slug,
    page,
    pageInAddress: params.page,
    id,
    query: (search['q'] ?? '').trim(),
    listHref: `${base}/${page}${rest}`,
    hrefOf: (mail) => `${base}/${page}/${encodeURIComponent(mail)}${rest}`,
    firstPagePath: `${base}/1`,
    pageHref: (next) => `${base}/${next}${rest}`,
    composeHref: (compose) =>
      `${base}/${page}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${stringifySearch({ ...listed, compose })}`,
  };
}

/** The query of the mails at an address. */
export const mailsQueryOf = ({ kind, slug, page, query }: MailboxAddress) => ({
  ...(kind === 'folder' && slug === ALL ? {} : { [kind]: slug }),
  ...(query !== '' && { search: query }),
  page,
});
