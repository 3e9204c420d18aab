import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { stringifySearch } from '@rise/ui/search-params';
import { useAddress } from '@rise/shell/routing';

export interface RecordAddress {
  /** Id of the record in the address. */
  readonly id: string | undefined;
  readonly listHref: string;
  readonly hrefOf: (id: string) => string;
}

/** Addresses of a list and its records; other search parameters are preserved. */
export function useRecordAddress(list: string, name = 'id', beneath = list): RecordAddress {
  const { [name]: id } = useParams({ strict: false }) as Record<string, string | undefined>;
  const { search } = useAddress();
  const rest = stringifySearch(search);
  return { id, listHref: `${list}${rest}`, hrefOf: (id) => `${beneath}/${encodeURIComponent(id)}${rest}` };
}

/** Redirects to `href`, replacing the history entry; null does nothing. */
export function useRedirect(href: string | null): void {
  const router = useRouter();
  useEffect(() => {
    if (href !== null) void router.navigate({ href, replace: true });
  }, [router, href]);
}

/** The record in the address, or null. An unknown id redirects to the list. */
export function useRecord<T extends { readonly id: string }>(
  records: readonly T[] | undefined,
  { id, listHref }: RecordAddress,
): T | null {
  const record = id === undefined ? null : (records?.find((one) => one.id === id) ?? null);
  useRedirect(id !== undefined && records !== undefined && record === null ? listHref : null);
  return record;
}
