import { NativeSelect } from '@mantine/core';
import { useAddress } from '@rise/shell/routing';
import { Pager } from '../../components/pager.tsx';
import { type ListAddress, SIZES, SORTS } from './inventory-address.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './inventory.module.css';

interface InventoryFooterProps {
  /** Indexes count from 0. */
  pagination: { length: number; startIndex: number; endIndex: number; lastPage: number };
  list: ListAddress;
}

/** Rows a page, the pages, and the order where narrow screens have no columns to sort by. */
export function InventoryFooter({ pagination, list: { sort, order, size, page, hrefOf } }: InventoryFooterProps) {
  const t = useInventoryTexts();
  const { setSearch } = useAddress();
  const orders = SORTS.flatMap((name) =>
    (['asc', 'desc'] as const).map((direction) => ({
      value: `${name} ${direction}`,
      label: t(direction === 'asc' ? 'ascending' : 'descending', { column: t(name) }),
    })),
  );
  return (
    <div className={classes['foot']}>
      <NativeSelect
        aria-label={t('sort')}
        className={classes['order']}
        value={`${sort} ${order}`}
        data={orders}
        onChange={({ currentTarget }) => {
          const [name, direction] = currentTarget.value.split(' ') as [string, string];
          setSearch({ sort: name, order: direction, page: null });
        }}
      />
      <NativeSelect
        aria-label={t('size')}
        title={t('size')}
        className={classes['size']}
        value={String(size)}
        data={SIZES.map(String)}
        onChange={({ currentTarget }) => setSearch({ size: currentTarget.value, page: null })}
      />
      <Pager
        first={pagination.startIndex + 1}
        last={pagination.endIndex + 1}
        total={pagination.length}
        {...(page > 1 && { start: hrefOf(1), previous: hrefOf(page - 1) })}
        {...(page < pagination.lastPage && { next: hrefOf(page + 1), end: hrefOf(pagination.lastPage) })}
      />
    </div>
  );
}
