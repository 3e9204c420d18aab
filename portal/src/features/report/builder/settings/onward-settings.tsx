import type { CatalogDataset, TileOf } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { reportsQuery } from '../../../../reports/reports.queries.ts';
import { useBuilder } from '../builder-context.ts';
import { fieldOf } from '../fields/fields.rules.ts';
import { FieldList } from './field-list.tsx';
import { useSetter } from './use-setter.ts';

const MOST_LEVELS = 6;
const MOST_TARGETS = 8;

/** Where readers go on from a mark: levels below it, and other reports. */
export function OnwardSettings({
  tile,
  dataset,
}: {
  tile: TileOf<'chart'> | TileOf<'table'>;
  dataset: CatalogDataset;
}) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report } = useBuilder();
  const set = useSetter(tile);
  const { data } = useQuery(reportsQuery);
  const used = tile.kind === 'chart' ? [tile.category, tile.series] : [...tile.dimensions, ...(tile.columns ?? [])];
  const names = new Set(used.flatMap((request) => (request === undefined ? [] : fieldOf(request))));
  const list = (values: string[]) => (values.length > 0 ? values : null);
  if (tile.kind === 'chart' && tile.category === undefined) return null;
  return (
    <>
      <FieldList
        label={t('builder.onward.levels')}
        values={tile.drill ?? []}
        options={dataset.dimensions
          .filter(({ name, type }) => !names.has(name) && type !== 'date' && type !== 'timestamp')
          .map(({ name, title }) => ({ value: name, label: localize(title) }))}
        most={MOST_LEVELS}
        onChange={(values) => set('drill', list(values))}
      />
      <FieldList
        label={t('builder.onward.targets')}
        values={tile.targets ?? []}
        options={(data?.reports ?? [])
          .filter(({ id, archivedAt }) => id !== report.id && archivedAt === null)
          .map(({ key, title }) => ({ value: key, label: localize(title) }))}
        most={MOST_TARGETS}
        onChange={(values) => set('targets', list(values))}
      />
    </>
  );
}
