import { PEOPLE_ORDERS, type PeopleOrder, TENANT_ROLES, type TenantRole } from '@rise/contract/people';
import type { SearchParams } from '@rise/ui/search-params';

export const LISTED_STATES = ['active', 'invited', 'disabled'] as const;
/** Not seen for so many days: for long. */
export const UNSEEN_DAYS = 90;
export type ListedState = (typeof LISTED_STATES)[number];

/** State of the list, as stored in the address: `?q=ada&role=tenant.admin&group=lending&state=active&seen=long-ago&sort=seen&order=desc&page=2&open=…`. */
export interface UsersState {
  search: string;
  role: TenantRole | null;
  group: string | null;
  state: ListedState | null;
  /** Only members who were not seen for long. */
  isUnseen: boolean;
  sort: PeopleOrder;
  descending: boolean;
  /** From 1. */
  page: number;
  /** The person or invitation whose details are open. */
  open: string | null;
}

const MAX_LENGTH = 200;
const short = (text: string | undefined) => (text ?? '').slice(0, MAX_LENGTH);

export function readUsersState(params: SearchParams): UsersState {
  const page = Number(params.page);
  return {
    search: short(params.q),
    role: TENANT_ROLES.find((role) => role === params.role) ?? null,
    group: short(params.group) || null,
    state: LISTED_STATES.find((state) => state === params.state) ?? null,
    isUnseen: params.seen === 'long-ago',
    sort: PEOPLE_ORDERS.find((sort) => sort === params.sort) ?? 'name',
    descending: params.order === 'desc',
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
    open: short(params.open) || null,
  };
}

/** Writes a state as parameters of the address; defaults are omitted. */
export function writeUsersState(state: UsersState): Record<string, string> {
  const { search, role, group, isUnseen, sort, descending, page, open } = state;
  return {
    ...(search !== '' && { q: search }),
    ...(role !== null && { role }),
    ...(group !== null && { group }),
    ...(state.state !== null && { state: state.state }),
    ...(isUnseen && { seen: 'long-ago' }),
    ...(sort !== 'name' && { sort }),
    ...(descending && { order: 'desc' }),
    ...(page > 1 && { page: String(page) }),
    ...(open !== null && { open }),
  };
}
