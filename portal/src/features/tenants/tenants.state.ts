import type { ManagedTenant } from '@rise/contract';
import { TENANT_STATES } from '@rise/contract/tenant-words';
import type { SearchParams } from '@rise/ui/search-params';

/** What is listed and open, as stored in the address: `?state=suspended&q=alder&page=2&tenant=<id>`, or `?form=new`. */
export interface TenantsState {
  /** Null: all. */
  state: ManagedTenant['state'] | null;
  search: string;
  page: number;
  /** The tenant that is open. */
  tenant: string | null;
  /** The form of a new tenant is open. */
  isCreating: boolean;
}

const MAX_SEARCH = 100;

export function readTenantsState(params: SearchParams): TenantsState {
  return {
    state: TENANT_STATES.find((state) => state === params.state) ?? null,
    search: (params.q ?? '').slice(0, MAX_SEARCH),
    page: /^[1-9]\d{0,4}$/.test(params.page ?? '') ? Number(params.page) : 1,
    tenant: params.tenant ?? null,
    isCreating: params.form === 'new',
  };
}

/** Defaults are omitted. */
export function writeTenantsState({ state, search, page, tenant, isCreating }: TenantsState): Record<string, string> {
  return {
    ...(state !== null && { state }),
    ...(search !== '' && { q: search }),
    ...(page > 1 && { page: String(page) }),
    ...(tenant !== null && { tenant }),
    ...(isCreating && { form: 'new' }),
  };
}
