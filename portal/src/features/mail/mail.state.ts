import type { MailItem, MailStatus } from '@rise/contract';
import { MAIL_KINDS, MAIL_STATUSES } from '@rise/contract/mail-words';
import type { SearchParams } from '@rise/ui/search-params';

/** What is listed and open, as stored in the address: `?status=failed&kind=report-alert&q=ada&page=2&mail=<id>`. */
export interface MailState {
  /** Null: all. */
  status: MailStatus | null;
  kind: MailItem['kind'] | null;
  search: string;
  page: number;
  /** The mail that is open. */
  mail: string | null;
}

const MAX_SEARCH = 100;

export function readMailState(params: SearchParams): MailState {
  return {
    status: MAIL_STATUSES.find((status) => status === params.status) ?? null,
    kind: MAIL_KINDS.find((kind) => kind === params.kind) ?? null,
    search: (params.q ?? '').slice(0, MAX_SEARCH),
    page: /^[1-9]\d{0,4}$/.test(params.page ?? '') ? Number(params.page) : 1,
    mail: params.mail ?? null,
  };
}

/** Defaults are omitted. */
export function writeMailState({ status, kind, search, page, mail }: MailState): Record<string, string> {
  return {
    ...(status !== null && { status }),
    ...(kind !== null && { kind }),
    ...(search !== '' && { q: search }),
    ...(page > 1 && { page: String(page) }),
    ...(mail !== null && { mail }),
  };
}
