import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAddress } from '@rise/shell/routing';
import { useDemoQuery } from '../../client/queries.ts';
import type { ListAddress, Sort } from './inventory-address.ts';
import type { Product } from './product.ts';
import { ProductRow } from './product-row.tsx';
import type { ProductActs } from './use-product-acts.ts';
import type { Selection } from './use-selection.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './inventory.module.css';

interface ProductTableProps {
  rows: readonly Product[];
  list: ListAddress;
  openId: string | undefined;
  hrefOf: (id: string) => string;
  selection: Selection;
  acts: ProductActs;
}

/** A page of products; narrow screens show fewer columns. */
export function ProductTable({ rows, list, openId, hrefOf, selection, acts }: ProductTableProps) {
  const t = useInventoryTexts();
  const { data: categories = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/categories');
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]));
  const ids = rows.map(({ id }) => id);
  const selected = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <table className={classes['grid']} aria-label={t('products')}>
      <thead>
        <tr>
          <th scope="col" className={classes['check']}>
            <Checkbox
              aria-label={t('selectPage')}
              checked={selected === ids.length}
              indeterminate={selected > 0 && selected < ids.length}
              onChange={({ currentTarget }) => selection.setAll(ids, currentTarget.checked)}
            />
          </th>
          <Head list={list} sort="name">
            {t('name')}
          </Head>
          <Head list={list} sort="sku" column="sku">
            {t('sku')}
          </Head>
          <th scope="col" data-column="category">
            {t('category')}
          </th>
          <Head list={list} sort="price" column="price">
            {t('price')}
          </Head>
          <Head list={list} sort="stock" column="stock">
            {t('stock')}
          </Head>
          <Head list={list} sort="active" column="active">
            {t('active')}
          </Head>
        </tr>
      </thead>
      <tbody>
        {rows.map((product) => (
          <ProductRow
            key={product.id}
            product={product}
            category={nameOf.get(product.category ?? '')}
            query={list.query}
            href={hrefOf(product.id)}
            isOpen={product.id === openId}
            isSelected={selection.ids.has(product.id)}
            onSelect={() => selection.toggle(product.id)}
            onToggle={() => acts.toggle(product)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps {
  list: ListAddress;
  sort: Sort;
  /** Columns without a name are always shown. */
  column?: string;
  children: ReactNode;
}

/** A column that sorts; a new order starts at the first page and keeps search and filters. */
function Head({ list, sort, column, children }: HeadProps) {
  const { setSearch } = useAddress();
  const isSorted = list.sort === sort;
  const Arrow = list.order === 'asc' ? IconArrowUp : IconArrowDown;
  const next = isSorted && list.order === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      data-column={column}
      aria-sort={isSorted ? (list.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={classes['sort']}
        data-sorted={isSorted || undefined}
        onClick={() => setSearch({ sort, order: next, page: null })}
      >
        {children}
        {isSorted && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}
