import type { CodeFilter, CodeOrder } from '@rise/contract';
import type { SearchParams } from '@rise/ui/search-params';

export const CODE_FILTERS = ['all', 'unmapped', 'suggested', 'mapped', 'changed', 'absent'] as const;
const ORDERS = ['urgent', 'code', 'rows', 'amount', 'first', 'last', 'target'] as const;
export const PANELS = ['review', 'history', 'rules', 'proposals'] as const;
export type Panel = (typeof PANELS)[number];

export const PAGE_SIZE = 100;

/** What is shown of a type, as stored in the address: `?show=unmapped&q=auto&sort=rows&page=2&open=history`. */
export interface CodesState {
  filter: CodeFilter;
  search: string;
  order: CodeOrder;
  direction: 'asc' | 'desc';
  /** The measure that amounts are of; null: the first. */
  weight: string | null;
  /** Only codes of this target; null: of any. */
  target: string | null;
  /** From 1. */
  page: number;
  panel: Panel | null;
}

const short = (text: string | undefined) => (text ?? '').slice(0, 200);

export function readCodesState(params: SearchParams): CodesState {
  const page = Number(params.page);
  return {
    filter: CODE_FILTERS.find((filter) => filter === params.show) ?? 'all',
    search: short(params.q),
    order: ORDERS.find((order) => order === params.sort) ?? 'urgent',
    direction: params.dir === 'asc' ? 'asc' : 'desc',
    weight: short(params.by) || null,
    target: short(params.target) || null,
    page: Number.isInteger(page) && page > 1 && page < 10_000 ? page : 1,
    panel: PANELS.find((panel) => panel === params.open) ?? null,
  };
}

/** Writes a state as parameters of the address; defaults are omitted. */
export function writeCodesState(state: CodesState): Record<string, string> {
  const { filter, search, order, direction, weight, target, page, panel } = state;
  return {
    ...(filter !== 'all' && { show: filter }),
    ...(search !== '' && { q: search }),
    ...(order !== 'urgent' && { sort: order }),
    ...(direction === 'asc' && { dir: direction }),
    ...(weight !== null && { by: weight }),
    ...(target !== null && { target }),
    ...(page > 1 && { page: String(page) }),
    ...(panel !== null && { open: panel }),
  };
}
