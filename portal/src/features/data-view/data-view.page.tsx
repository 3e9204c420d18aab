import type { TableDetail } from '@rise/contract';
import { EmptyState, ErrorState, ListSkeleton, Page, TableSkeleton, useUiContext } from '@rise/ui';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '@mantine/hooks';
import { errorText, isNotFound } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AppLink } from '../../routing/link.tsx';
import { useSession } from '../../session/session.ts';
import { tableQuery, tablesQuery } from './data-view.queries.ts';
import { type DataViewState, openTable, readDataView, writeDataView } from './data-view.state.ts';
import { useProfileNumbers } from './profile-words.ts';
import { TableList } from './table-list.tsx';
import { TableView } from './table-view.tsx';
import classes from './data-view.module.css';

/** The tables of the warehouse, and the rows of one of them. */
export default function DataViewPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const state = readDataView(useSearch({ strict: false }));
  const phone = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const tables = useQuery(tablesQuery);
  const change = (next: DataViewState, replace = false) =>
    void navigate({ to: '/warehouse-data-view', search: writeDataView(next) as never, replace });
  const { data } = tables;
  // A phone shows the list first, then the table.
  const open = state.table ?? (phone ? null : (data?.tables[0]?.name ?? null));

  if (tables.isError)
    return (
      <Page>
        <h1 className={classes.title}>{t('dataView.title')}</h1>
        <ErrorState {...errorText(tables.error, t)} onRetry={() => void tables.refetch()} />
      </Page>
    );
  if (data === undefined)
    return (
      <Page>
        <h1 className={classes.title}>{t('dataView.title')}</h1>
        <ListSkeleton rows={8} />
      </Page>
    );
  if (data.tables.length === 0)
    return (
      <Page>
        <h1 className={classes.title}>{t('dataView.title')}</h1>
        <EmptyState title={t('dataView.noTables.title')} text={t('dataView.noTables.text')} art="list" />
      </Page>
    );
  const list = (
    <TableList
      tables={data.tables}
      open={open}
      find={state.find}
      onFind={(find) => change({ ...state, find }, true)}
      onOpen={(table) => change(openTable(table, state.find))}
    />
  );
  return (
    <Page>
      {phone && open === null ? (
        <>
          <h1 className={classes.title}>{t('dataView.title')}</h1>
          {list}
        </>
      ) : (
        <div className={classes.page}>
          {!phone && <aside className={classes.aside}>{list}</aside>}
          <div className={classes.main}>
            {phone && (
              <button type="button" className={classes.back} onClick={() => change(openTable(null, state.find))}>
                <IconArrowLeft size={14} aria-hidden /> {t('dataView.tables.all')}
              </button>
            )}
            {open !== null && (
              <OpenTable
                name={open}
                version={data.dataVersion}
                engine={data.engine}
                state={{ ...state, table: open }}
                onChange={change}
              />
            )}
          </div>
        </div>
      )}
    </Page>
  );
}

interface OpenTableProps {
  name: string;
  version: number;
  engine: string;
  state: DataViewState;
  onChange: (state: DataViewState, replace?: boolean) => void;
}

function OpenTable({ name, version, engine, state, onChange }: OpenTableProps) {
  const { t } = useTranslation();
  const table = useQuery(tableQuery(name));
  if (table.isError)
    return isNotFound(table.error) ? (
      <>
        <h1 className={classes.title}>{name}</h1>
        <EmptyState title={t('dataView.notFound.title')} text={t('dataView.notFound.text')} art="search" />
      </>
    ) : (
      <>
        <h1 className={classes.title}>{name}</h1>
        <ErrorState {...errorText(table.error, t)} onRetry={() => void table.refetch()} />
      </>
    );
  if (table.data === undefined)
    return (
      <>
        <h1 className={classes.title}>{name}</h1>
        <TableSkeleton rows={12} columns={6} />
      </>
    );
  return (
    <>
      <TableHeader table={table.data} engine={engine} />
      <TableView table={table.data} version={version} state={state} onChange={onChange} />
    </>
  );
}

function TableHeader({ table, engine }: { table: TableDetail; engine: string }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { locale } = useUiContext();
  const { number } = useProfileNumbers();
  const { name, title, description, rows, columns, version, loadedAt, datasets, copy, readBy } = table;
  const facts = [
    ...(rows === null ? [] : [t('dataView.header.rows', { value: number(rows), count: rows })]),
    t('dataView.header.columns', { count: columns.length }),
    ...(version === null || loadedAt === null
      ? [t('dataView.header.external', { engine })]
      : [t('dataView.header.version', { version, moment: formatMoment(loadedAt, locale) })]),
    ...(datasets.length === 0
      ? []
      : [t('dataView.header.datasets', { names: datasets.map((dataset) => localize(dataset.title)).join(', ') })]),
  ];
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>
        {name}
        {title !== null && <span>{localize(title)}</span>}
      </h1>
      {description !== null && <p className={classes.description}>{localize(description)}</p>}
      <p className={classes.facts}>{facts.join(' · ')}</p>
      {copy && <FilledBy copy={copy} />}
      {readBy.length > 0 && <ReadBy queries={readBy} />}
      {version === null && <p className={classes.facts}>{t('dataView.header.externalNote')}</p>}
    </header>
  );
}

/** The saved queries whose rows are computed from the table, and the tables that have them. */
function ReadBy({ queries }: { queries: TableDetail['readBy'] }) {
  const { t } = useTranslation();
  const { permissions } = useSession();
  return (
    <p className={classes.facts}>
      {t('dataView.header.readBy')}{' '}
      {queries.map(({ id, name, tables }, place) => (
        <span key={id}>
          {place > 0 && ', '}
          {permissions.includes('data.manage') ? <AppLink href={`/copies?copy=${id}`}>{name}</AppLink> : name}
          {tables.map((table) => (
            <span key={table}>
              {' → '}
              <AppLink href={`/warehouse-data-view?table=${encodeURIComponent(table)}`}>{table}</AppLink>
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}

/** Where the rows of a copied table come from. */
function FilledBy({ copy: { id, name, reads } }: { copy: NonNullable<TableDetail['copy']> }) {
  const { t } = useTranslation();
  const { permissions } = useSession();
  return (
    <p className={classes.facts}>
      {t('dataView.header.source')}{' '}
      {permissions.includes('data.manage') ? <AppLink href={`/copies?copy=${id}`}>{name}</AppLink> : name}
      {reads.length > 0 && ` · ${t('copies.query.reads', { tables: reads.join(', ') })}`}
    </p>
  );
}
