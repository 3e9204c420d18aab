import { NativeSelect } from '@mantine/core';
import { DataGrid, type DataGridColumn, EmptyState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { demoQuery } from '../../client/queries.ts';
import { useLanguage } from '@rise/shell/language';
import { stringifySearch } from '@rise/ui/search-params';
import { QueryContent } from '../../components/query-content.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRedirect } from '../../components/use-record.ts';
import { useAddress } from '@rise/shell/routing';
import { useInventoryTexts } from './inventory.texts.ts';
import { type Product, ProductDrawer } from './product-drawer.tsx';
import classes from './inventory.module.css';

const SIZES = [5, 10, 25, 100] as const;
const USUAL_SIZE = 25;
/** Stock below this is shown as low. */
const LOW_STOCK = 20;
const SORTS = ['name', 'sku', 'price', 'stock', 'active'];
const MONEY = { unit: 'currency', decimals: 2 } as const;

/** The list's state from the address. Pages count from 1. */
interface ProductListAddress {
  readonly query: string;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly size: number;
  readonly page: number;
  readonly hrefOf: (page: number) => string;
}

/**
 * A page of products. Search, order, page and the open product are in the address; the API searches, sorts and pages.
 */
export default function InventoryPage() {
  const t = useInventoryTexts();
  const list = useProductListAddress();
  const products = useProducts(list);
  return (
    <Page>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={<SearchField label={t('search')} resets={['page']} className={classes['search']} />}
      />
      <QueryContent query={products} fallback={<TableSkeleton rows={10} />}>
        {({ products: rows, pagination }) =>
          rows === null || rows.length === 0 ? (
            <NoProducts query={list.query} />
          ) : (
            <div className={classes['table']} aria-busy={products.isPlaceholderData}>
              <ProductGrid rows={rows} list={list} />
              {'length' in pagination && <Footer pagination={pagination} list={list} />}
            </div>
          )
        }
      </QueryContent>
      <ProductDrawer />
    </Page>
  );
}

function useProductListAddress(): ProductListAddress {
  const { search } = useAddress();
  return {
    query: search['q'] ?? '',
    sort: SORTS.find((name) => name === search['sort']) ?? 'name',
    order: search['order'] === 'desc' ? 'desc' : 'asc',
    size: SIZES.find((size) => String(size) === search['size']) ?? USUAL_SIZE,
    page: Math.max(Math.trunc(Number(search['page'] ?? 1)) || 1, 1),
    hrefOf: (page) => `/apps/ecommerce/inventory${stringifySearch({ ...search, page: page > 1 ? page : null })}`,
  };
}

/** Redirects to the last page where the address names a later one. */
function useProducts({ query, sort, order, size, page, hrefOf }: ProductListAddress) {
  const products = useQuery({
    ...demoQuery('inventory', 'GET /api/apps/ecommerce/inventory/products', useLanguage(), {
      // The API counts pages from 0.
      query: { ...(query.trim() !== '' && { search: query }), sort, order, page: page - 1, size },
    }),
    placeholderData: keepPreviousData,
  });
  const lastPage = products.isPlaceholderData ? undefined : products.data?.pagination.lastPage;
  useRedirect(lastPage !== undefined && page > lastPage ? hrefOf(lastPage) : null);
  return products;
}

function ProductGrid({ rows, list: { sort, order } }: { rows: readonly Product[]; list: ProductListAddress }) {
  const t = useInventoryTexts();
  const { search, setSearch } = useAddress();
  const columns = useMemo<DataGridColumn<Product>[]>(
    () => [
      {
        id: 'name',
        title: t('name'),
        width: 232,
        value: ({ name }) => name,
        render: ({ name, thumbnail }) => (
          <span className={classes['name']}>
            {thumbnail ? <img src={thumbnail} alt="" /> : <span className={classes['blank']} />}
            <span className={classes['words']}>{name}</span>
          </span>
        ),
      },
      { id: 'sku', title: t('sku'), width: 112, value: ({ sku }) => sku },
      { id: 'price', title: t('price'), width: 112, format: MONEY, value: ({ price }) => price },
      {
        id: 'stock',
        title: t('stock'),
        format: { unit: 'count' },
        value: ({ stock }) => stock,
        render: ({ stock }) =>
          stock !== null && stock < LOW_STOCK ? (
            <span className={classes['few']}>
              {t('low')} · {stock}
            </span>
          ) : undefined,
      },
      { id: 'active', title: t('active'), width: 96, value: ({ active }) => t(active ? 'yes' : 'no') },
    ],
    [t],
  );
  return (
    <DataGrid
      label={t('products')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      sort={{ id: sort, direction: order }}
      sortedElsewhere
      onSortChange={(next) => setSearch({ sort: next.id, order: next.direction, page: null })}
      onRowOpen={({ id }) => setSearch({ product: id }, 'push')}
      openRow={search['product'] ?? null}
    />
  );
}

interface FooterProps {
  /** Indexes count from 0. */
  pagination: { length: number; startIndex: number; endIndex: number; lastPage: number };
  list: ProductListAddress;
}

function Footer({ pagination, list: { size, page, hrefOf } }: FooterProps) {
  const t = useInventoryTexts();
  const { setSearch } = useAddress();
  return (
    <div className={classes['foot']}>
      <NativeSelect
        aria-label={t('size')}
        title={t('size')}
        className={classes['size']}
        value={String(size)}
        data={SIZES.map(String)}
        onChange={(event) => setSearch({ size: event.currentTarget.value, page: null })}
      />
      <Pager
        first={pagination.startIndex + 1}
        last={pagination.endIndex + 1}
        total={pagination.length}
        {...(page > 1 && { previous: hrefOf(page - 1) })}
        {...(page < pagination.lastPage && { next: hrefOf(page + 1) })}
      />
    </div>
  );
}

function NoProducts({ query }: { query: string }) {
  const t = useInventoryTexts();
  if (query.trim() === '') return <EmptyState art="list" title={t('empty')} text={t('emptyText')} />;
  return <EmptyState art="search" title={t('nothing')} text={t('nothingText', { query })} />;
}
