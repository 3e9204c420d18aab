import { DataGrid, type DataGridColumn, EmptyState, NameButton } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import type { CatalogRow } from './catalog.rules.ts';
import type { CatalogKind } from './catalog.state.ts';
import { useMemberWords } from './member-words.ts';

export interface CatalogGridProps {
  kind: CatalogKind;
  rows: readonly CatalogRow[];
  loading: boolean;
  /** Key of the member whose details are open. */
  openRow: string | null;
  onOpen: (key: string) => void;
}

/** The members as a table. A file of its own because the grid is loaded lazily. */
export default function CatalogGrid({ kind, rows, loading, openRow, onOpen }: CatalogGridProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { unitOf, typeOf } = useMemberWords();
  const columns = useMemo<DataGridColumn<CatalogRow>[]>(
    () => [
      {
        id: 'title',
        title: t('catalog.columns.title'),
        value: ({ title }) => title,
        render: ({ key, title }) => (
          <NameButton title={title} onClick={() => onOpen(key)}>
            {title}
          </NameButton>
        ),
        width: 260,
      },
      { id: 'definition', title: t('catalog.columns.definition'), value: ({ definition }) => definition, width: 480 },
      {
        id: 'dataset',
        title: t('catalog.columns.dataset'),
        value: ({ dataset }) => localize(dataset.title),
        width: 180,
      },
      kind === 'measures'
        ? {
            id: 'unit',
            title: t('catalog.columns.unit'),
            value: ({ measure }) => (measure ? unitOf(measure) : ''),
            width: 110,
          }
        : {
            id: 'type',
            title: t('catalog.columns.type'),
            value: ({ dimension }) => (dimension ? typeOf(dimension) : ''),
            width: 140,
          },
    ],
    [t, localize, kind, onOpen, unitOf, typeOf],
  );
  return (
    <DataGrid
      label={kind === 'measures' ? t('catalog.measures') : t('catalog.dimensions')}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      defaultSort={{ id: 'title', direction: 'asc' }}
      openRow={openRow}
      loading={loading}
      narrowLayout="cards"
      empty={<EmptyState title={t('catalog.nothingFound.title')} text={t('catalog.nothingFound.text')} art="search" />}
    />
  );
}
