import { NativeSelect } from '@mantine/core';
import { DataGrid, type DataGridColumn, EmptyState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { demoQuery } from '../../client/queries.ts';
import { useLanguage } from '../../i18n/language.ts';
import { stringifySearch } from '@rise/ui/kernel';
import { Answered } from '../../reading/answered.tsx';
import { Pager } from '../../reading/pager.tsx';
import { SearchField } from '../../reading/search-field.tsx';
import { useLeave } from '../../reading/use-record.ts';
import { useAddress } from '../../routing/address.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import { type Product, ProductDrawer } from './product-drawer.tsx';
import classes from './inventory.module.css';

const SIZES = [5, 10, 25, 100] as const;
const USUAL_SIZE = 25;
/** Below this many there are few left. */
const FEW = 20;
const SORTS = ['name', 'sku', 'price', 'stock', 'active'];
const MONEY = { unit: 'currency', decimals: 2 } as const;

/** A page of the products. Search, order, page and the open product stand in the address; the call does the rest. */
export default function InventoryPage() {
  const t = useInventoryTexts();
  const language = useLanguage();
  const { search, say } = useAddress();
  const query = search['q'] ?? '';
  const sort = SORTS.find((name) => name === search['sort']) ?? 'name';
  const order = search['order'] === 'desc' ? 'desc' : 'asc';
  const size = SIZES.find((one) => String(one) === search['size']) ?? USUAL_SIZE;
  const page = Math.max(Math.trunc(Number(search['page'] ?? 1)) || 1, 1);
  const hrefOf = (page: number) =>
    `/apps/ecommerce/inventory${stringifySearch({ ...search, page: page > 1 ? page : null })}`;

  const products = useQuery({
    ...demoQuery('inventory', 'GET /api/apps/ecommerce/inventory/products', language, {
      // The call counts its pages from 0.
      query: { ...(query.trim() !== '' && { search: query }), sort, order, page: page - 1, size },
    }),
    placeholderData: keepPreviousData,
  });
  const lastPage = products.isPlaceholderData ? undefined : products.data?.pagination.lastPage;
  useLeave(lastPage !== undefined && page > lastPage ? hrefOf(lastPage) : null);

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
          stock !== null && stock < FEW ? (
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
    <Page>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={<SearchField label={t('search')} resets={['page']} className={classes['search']} />}
      />
      <Answered query={products} meanwhile={<TableSkeleton rows={10} />}>
        {({ products: rows, pagination }) =>
          rows === null || rows.length === 0 ? (
            <Nothing query={query} />
          ) : (
            <div className={classes['table']} aria-busy={products.isPlaceholderData}>
              <DataGrid
                label={t('products')}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                sort={{ id: sort, direction: order }}
                sortedElsewhere
                onSortChange={(next) => say({ sort: next.id, order: next.direction, page: null })}
                onRowOpen={({ id }) => say({ product: id }, 'push')}
                openRow={search['product'] ?? null}
              />
              {'length' in pagination && (
                <div className={classes['foot']}>
                  <NativeSelect
                    aria-label={t('size')}
                    title={t('size')}
                    className={classes['size']}
                    value={String(size)}
                    data={SIZES.map(String)}
                    onChange={(event) => say({ size: event.currentTarget.value, page: null })}
                  />
                  <Pager
                    first={pagination.startIndex + 1}
                    last={pagination.endIndex + 1}
                    total={pagination.length}
                    {...(page > 1 && { previous: hrefOf(page - 1) })}
                    {...(page < pagination.lastPage && { next: hrefOf(page + 1) })}
                  />
                </div>
              )}
            </div>
          )
        }
      </Answered>
      <ProductDrawer />
    </Page>
  );
}

function Nothing({ query }: { query: string }) {
  const t = useInventoryTexts();
  if (query.trim() === '') return <EmptyState art="list" title={t('empty')} text={t('emptyText')} />;
  return <EmptyState art="search" title={t('nothing')} text={t('nothingText', { query })} />;
}
