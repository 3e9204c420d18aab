import type { SearchParams } from '@rise/ui/search-params';

/** What the page shows, as stored in the address. */
export interface AssistantState {
  /** The open conversation; `new`: one without a question yet; null: none, which on wide screens is a new one. */
  open: string | null;
  /** A conversation that someone has shared. */
  shared: string | null;
  search: string;
}

export const NEW = 'new';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MAX_SEARCH = 200;

const id = (value: string | undefined) => (value !== undefined && UUID.test(value) ? value : null);

export function readAssistantState(params: SearchParams): AssistantState {
  const { conversation } = params;
  return {
    open: conversation === NEW ? NEW : id(conversation),
    shared: id(params.shared),
    search: (params.q ?? '').slice(0, MAX_SEARCH),
  };
}

export const writeAssistantState = ({ open, shared, search }: AssistantState) => ({
  conversation: open,
  shared,
  q: search,
});
