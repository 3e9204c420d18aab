import { FilterChip, FilterRow } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import { useDemoQuery } from '../../client/queries.ts';
import { STOCK_LEVELS } from '../../simulation/groups/inventory/stock-level.ts';
import { type FilterName, type ListAddress, NO_FILTERS } from './inventory-address.ts';
import type { Named } from './product.ts';
import { LEVEL_TEXTS } from './stock-bar.tsx';
import { useInventoryTexts } from './inventory.texts.ts';

const optionsOf = (all: readonly Named[] = []) => all.map(({ id, name }) => ({ value: id, label: name }));

/** What the list is narrowed to, in the address. */
export function InventoryFilters({ list: { filters } }: { list: ListAddress }) {
  const t = useInventoryTexts();
  const { setSearch } = useAddress();
  const { data: categories } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/categories');
  const { data: brands } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/brands');
  const { data: vendors } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/vendors');
  const { data: tags = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/tags');
  const chip = (name: FilterName, label: string, options: { value: string; label: string }[]) => (
    <FilterChip
      label={label}
      options={options}
      selected={filters[name]?.split(',') ?? []}
      onChange={(chosen) => setSearch({ [name]: chosen.join(',') || null, page: null })}
    />
  );
  const clear = () => setSearch({ ...NO_FILTERS, page: null });
  return (
    <FilterRow {...(Object.keys(filters).length > 1 && { onClear: clear })}>
      {chip('category', t('category'), optionsOf(categories))}
      {chip('brand', t('brand'), optionsOf(brands))}
      {chip('vendor', t('vendor'), optionsOf(vendors))}
      {chip(
        'tag',
        t('tags'),
        tags.map(({ id, title }) => ({ value: id, label: title })),
      )}
      {chip('active', t('active'), [
        { value: 'yes', label: t('yes') },
        { value: 'no', label: t('no') },
      ])}
      {chip(
        'stock',
        t('stock'),
        STOCK_LEVELS.map((value) => ({ value, label: t(LEVEL_TEXTS[value]) })),
      )}
    </FilterRow>
  );
}
