import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { EmptyState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import { useLanguage } from '@rise/shell/language';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { demoQuery } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { createdRecord } from '../../components/created-record.ts';
import { HiddenNotice } from '../../components/hidden-notice.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord, useRecordAddress, useRedirect } from '../../components/use-record.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ImportDrawer } from './import-drawer.tsx';
import { callQuery, isNarrowed, LIST, type ListAddress, NO_FILTERS, useListAddress } from './inventory-address.ts';
import { InventoryFilters } from './inventory-filters.tsx';
import { InventoryFooter } from './inventory-footer.tsx';
import { InventoryMenu } from './inventory-menu.tsx';
import { ProductForm } from './product-form.tsx';
import type { Product } from './product.ts';
import { ProductTable } from './product-table.tsx';
import { allProducts } from './use-catalog.ts';
import { useProductActs } from './use-product-acts.ts';
import { useSelection } from './use-selection.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './inventory.module.css';

/**
 * A page of products, and the open product over it. Search, filters, order and page are in the address; the API
 * searches, sorts and pages.
 */
export default function InventoryPage() {
  const t = useInventoryTexts();
  const list = useListAddress();
  const products = useProducts(list);
  const address = useRecordAddress(LIST);
  const open = useOpenProduct();
  const acts = useProductActs();
  const selection = useSelection();
  // Phones have them behind a button.
  const [hasFilters, setFilters] = useState(false);
  const chosen = Object.keys(list.filters).length;
  usePageTitle(open?.name);
  useHotkeys([['mod+/', acts.add]]);
  const total = products.data && 'length' in products.data.pagination ? products.data.pagination.length : undefined;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        {...(total !== undefined && { purpose: t(isNarrowed(list) ? 'found' : 'count', { count: total }) })}
        actions={
          <div className={classes['tools']}>
            <SearchField label={t('search')} resets={['page']} className={classes['search']} />
            <Button
              variant="default"
              className={classes['filters-button'] ?? ''}
              aria-expanded={hasFilters}
              aria-controls="filters"
              onClick={() => setFilters(!hasFilters)}
            >
              {chosen === 0 ? t('filters') : t('filtersChosen', { count: chosen })}
            </Button>
            <InventoryMenu list={list} />
            <Button leftSection={<IconPlus size={16} />} aria-keyshortcuts="Control+/ Meta+/" onClick={acts.add}>
              {t('add')}
            </Button>
          </div>
        }
      />
      {selection.ids.size > 0 ? (
        <BulkBar selection={selection} />
      ) : (
        <div id="filters" className={classes['filters']} data-closed={!hasFilters || undefined}>
          <InventoryFilters list={list} />
        </div>
      )}
      <HiddenProduct list={list} rows={products.isPlaceholderData ? undefined : products.data?.products} />
      <ListWithDetail
        place="over"
        record={open}
        titleOf={({ name }) => name}
        listHref={address.listHref}
        Detail={ProductForm}
      >
        <QueryContent query={products} fallback={<TableSkeleton rows={10} />}>
          {({ products: rows, pagination }) =>
            rows === null || rows.length === 0 ? (
              <NoProducts list={list} />
            ) : (
              <div className={classes['table']} aria-busy={products.isPlaceholderData}>
                <ProductTable
                  rows={rows}
                  list={list}
                  openId={open?.id}
                  hrefOf={address.hrefOf}
                  selection={selection}
                  acts={acts}
                />
                {'length' in pagination && <InventoryFooter pagination={pagination} list={list} />}
              </div>
            )
          }
        </QueryContent>
      </ListWithDetail>
      <ImportDrawer />
    </Page>
  );
}

/** Redirects to the last page where the address names a later one. */
function useProducts(list: ListAddress) {
  const { page, hrefOf } = list;
  const products = useQuery({
    ...demoQuery('inventory', 'GET /api/apps/ecommerce/inventory/products', useLanguage(), { query: callQuery(list) }),
    placeholderData: keepPreviousData,
  });
  const lastPage = products.isPlaceholderData ? undefined : products.data?.pagination.lastPage;
  useRedirect(lastPage !== undefined && page > lastPage ? hrefOf(lastPage) : null);
  return products;
}

/** The product in the address, which may be on another page of the list. An unknown one leads back to the list. */
function useOpenProduct() {
  const address = useRecordAddress(LIST);
  const { id } = address;
  const { data } = useQuery({
    ...demoQuery('inventory', 'GET /api/apps/ecommerce/inventory/product', useLanguage(), { query: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  return useRecord(data === undefined ? undefined : data === null ? [] : [data], address);
}

interface HiddenProductProps {
  list: ListAddress;
  /** Undefined while they are read. */
  rows: readonly Product[] | null | undefined;
}

/** Says that the product just created is not among those of the search and filters, and leads to its page among all. */
function HiddenProduct({ list, rows }: HiddenProductProps) {
  const { setSearch } = useAddress();
  const fail = useFailureDialog();
  const created = useObservable(createdRecord);
  const { data: product } = useQuery({
    ...demoQuery('inventory', 'GET /api/apps/ecommerce/inventory/product', useLanguage(), {
      query: { id: created ?? '' },
    }),
    enabled: created !== null,
  });
  const show = async (id: string) => {
    const all = await allProducts({ ...list, query: '', filters: {} });
    const page = Math.floor(all.findIndex((one) => one.id === id) / list.size) + 1;
    setSearch({ ...NO_FILTERS, q: null, page: page > 1 ? String(page) : null });
  };
  return (
    <HiddenNotice
      isThere={(id) => product?.id === id && rows !== undefined && isNarrowed(list)}
      isShown={(id) => rows?.some((row) => row.id === id) ?? false}
      onShow={(id) => void show(id).catch(fail)}
    />
  );
}

function NoProducts({ list }: { list: ListAddress }) {
  const t = useInventoryTexts();
  if (!isNarrowed(list)) return <EmptyState art="list" title={t('empty')} text={t('emptyText')} />;
  return <EmptyState art="search" title={t('nothing')} text={t('nothingText')} />;
}
