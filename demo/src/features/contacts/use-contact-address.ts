import { useAddress } from '@rise/shell/routing';
import { stringifySearch } from '@rise/ui/search-params';
import { type RecordAddress, useRecordAddress } from '../../components/use-record.ts';
import { CONTACTS } from './contact.ts';

/** Addresses of the list and its contacts, which are opened to be read: what is edited is one contact, and no other. */
export function useContactAddress(): RecordAddress {
  const { id } = useRecordAddress(CONTACTS);
  const { search } = useAddress();
  const { edit: _edit, duplicates: _duplicates, import: _import, ...others } = search;
  const rest = stringifySearch(others);
  return { id, listHref: `${CONTACTS}${rest}`, hrefOf: (id) => `${CONTACTS}/${encodeURIComponent(id)}${rest}` };
}
