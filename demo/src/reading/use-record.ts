import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { stringifySearch } from '@rise/ui/kernel';
import { useAddress } from '../routing/address.ts';

export interface RecordAddress {
  /** The one that the address names. */
  readonly id: string | undefined;
  readonly listHref: string;
  readonly hrefOf: (id: string) => string;
}

/** The addresses of a list and of its records beside it; what else the address says stays. */
export function useRecordAddress(list: string, name = 'id', beneath = list): RecordAddress {
  const { [name]: id } = useParams({ strict: false }) as Record<string, string | undefined>;
  const { search } = useAddress();
  const rest = stringifySearch(search);
  return { id, listHref: `${list}${rest}`, hrefOf: (id) => `${beneath}/${encodeURIComponent(id)}${rest}` };
}

/** Leads to another address in place of this one, where this one leads nowhere. */
export function useLeave(href: string | null): void {
  const router = useRouter();
  useEffect(() => {
    if (href !== null) void router.navigate({ href, replace: true });
  }, [router, href]);
}

/** The record that the address names; null where it names none. One that there is not leads back to the list. */
export function useRecord<T extends { readonly id: string }>(
  records: readonly T[] | undefined,
  { id, listHref }: RecordAddress,
): T | null {
  const record = id === undefined ? null : (records?.find((one) => one.id === id) ?? null);
  useLeave(id !== undefined && records !== undefined && record === null ? listHref : null);
  return record;
}
