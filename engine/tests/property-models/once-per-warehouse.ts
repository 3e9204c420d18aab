import type { GeneratedWarehouse } from './generate-warehouse.ts';

/** Computes something once for each warehouse: each of its queries needs it. The result must not be changed. */
export function oncePerWarehouse<T>(
  compute: (warehouse: GeneratedWarehouse) => T,
): (warehouse: GeneratedWarehouse) => T {
  const computed = new WeakMap<GeneratedWarehouse, T>();
  return (warehouse) => {
    const known = computed.get(warehouse);
    if (known !== undefined) return known;
    const result = compute(warehouse);
    computed.set(warehouse, result);
    return result;
  };
}
