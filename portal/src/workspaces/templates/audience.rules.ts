import type { NamedTenant } from '@rise/contract';

/** The chosen tenants that can still be chosen; null: all. */
export const chosenAmong = (tenants: readonly NamedTenant[], chosen: readonly string[] | null): string[] | null =>
  chosen?.filter((id) => tenants.some((tenant) => tenant.id === id)) ?? null;
