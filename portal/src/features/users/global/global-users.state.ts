import { GLOBAL_ROLES, type GlobalRole } from '@rise/contract/people';
import type { SearchParams } from '@rise/ui/search-params';
import { LISTED_STATES, type ListedState, readUsersState, writeUsersState } from '../users.state.ts';

/** State of the list, as stored in the address: `?q=ada&role=global.admin&state=active&page=2&open=…`, or `?form=invite`. */
export interface GlobalUsersState {
  search: string;
  role: GlobalRole | null;
  state: ListedState | null;
  /** From 1. */
  page: number;
  /** The person or invitation whose details are open. */
  open: string | null;
  /** The form of an invitation is open. */
  isInviting: boolean;
}

export function readGlobalUsersState(params: SearchParams): GlobalUsersState {
  const { search, page, open } = readUsersState(params);
  return {
    search,
    role: GLOBAL_ROLES.find((role) => role === params.role) ?? null,
    state: LISTED_STATES.find((state) => state === params.state) ?? null,
    page,
    open,
    isInviting: params.form === 'invite',
  };
}

/** Writes a state as parameters of the address; defaults are omitted. */
export function writeGlobalUsersState({ role, isInviting, ...rest }: GlobalUsersState): Record<string, string> {
  return {
    ...writeUsersState({ ...rest, role: null, group: null, isUnseen: false, sort: 'name', descending: false }),
    ...(role !== null && { role }),
    ...(isInviting && { form: 'invite' }),
  };
}
