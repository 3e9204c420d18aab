import { useAddress } from '@rise/shell/routing';
import { stringifySearch } from '@rise/ui/search-params';
import { type RecordAddress, useRecordAddress } from '../../components/use-record.ts';

/** Addresses of the list and its chats; what is searched for, chosen or open in a chat belongs to that one alone. */
export function useChatAddress(): RecordAddress {
  const { id } = useRecordAddress('/apps/chat');
  const { search } = useAddress();
  const { find: _find, panel: _panel, select: _select, ...listed } = search;
  const rest = stringifySearch(listed);
  return { id, listHref: `/apps/chat${rest}`, hrefOf: (chat) => `/apps/chat/${encodeURIComponent(chat)}${rest}` };
}
