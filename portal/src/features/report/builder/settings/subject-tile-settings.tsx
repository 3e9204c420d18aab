import { NativeSelect, NumberInput } from '@mantine/core';
import type { CatalogDataset, Tile, TileOf } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { FieldList, type FieldOption } from './field-list.tsx';
import { useSetter } from './use-setter.ts';

type SubjectTile =
  | TileOf<'kpis'>
  | TileOf<'classification'>
  | TileOf<'ranking'>
  | TileOf<'distribution'>
  | TileOf<'mix'>;

/** Tiles that compare a member with its peers. */
export function SubjectTileSettings({ tile, dataset }: { tile: SubjectTile; dataset: CatalogDataset }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const set = useSetter(tile);
  const measures: FieldOption[] = dataset.measures.map(({ name, title }) => ({ value: name, label: localize(title) }));
  switch (tile.kind) {
    case 'kpis':
      return (
        <FieldList
          label={t('builder.settings.measures')}
          values={tile.measures}
          options={measures}
          least={1}
          most={24}
          onChange={(next) => set('measures', next)}
        />
      );
    case 'classification':
      return (
        <>
          <MeasureSelect label={t('builder.settings.measure')} value={tile.measure} options={measures} tile={tile} />
          <FieldList
            label={t('builder.settings.companions')}
            values={tile.companions ?? []}
            options={measures.filter(({ value }) => value !== tile.measure)}
            most={6}
            onChange={(next) => set('companions', next.length > 0 ? next : null)}
          />
        </>
      );
    case 'ranking':
    case 'distribution':
      return (
        <>
          <MeasureSelect
            label={t('builder.settings.measure')}
            value={tile.measure ?? ''}
            options={[{ value: '', label: t('builder.settings.readersChoice') }, ...measures]}
            tile={tile}
          />
          {tile.kind === 'distribution' && (
            <NativeSelect
              size="xs"
              label={t('builder.settings.groupBy')}
              value={tile.groupBy ?? ''}
              data={[
                { value: '', label: t('builder.settings.none') },
                ...dataset.dimensions.map(({ name, title }) => ({ value: name, label: localize(title) })),
              ]}
              onChange={({ currentTarget }) => set('groupBy', currentTarget.value === '' ? null : currentTarget.value)}
            />
          )}
          {(tile.kind === 'ranking' || tile.groupBy === undefined) && (
            <NumberInput
              size="xs"
              label={t(tile.kind === 'ranking' ? 'builder.settings.members' : 'builder.settings.buckets')}
              min={tile.kind === 'ranking' ? 3 : 5}
              max={tile.kind === 'ranking' ? 50 : 60}
              allowDecimal={false}
              clampBehavior="strict"
              value={tile.kind === 'ranking' ? tile.limit : tile.buckets}
              onChange={(value) =>
                typeof value === 'number' &&
                value >= (tile.kind === 'ranking' ? 3 : 5) &&
                set(tile.kind === 'ranking' ? 'limit' : 'buckets', value)
              }
            />
          )}
        </>
      );
    case 'mix':
      return (
        <>
          <MeasureSelect
            label={t('builder.settings.whole')}
            property="whole"
            value={tile.whole}
            options={measures}
            tile={tile}
          />
          <FieldList
            label={t('builder.settings.parts')}
            values={tile.parts}
            options={measures.filter(({ value }) => value !== tile.whole)}
            least={2}
            most={16}
            onChange={(next) => set('parts', next)}
          />
        </>
      );
  }
}

function MeasureSelect({
  label,
  value,
  options,
  tile,
  property = 'measure',
}: {
  label: string;
  value: string;
  options: readonly FieldOption[];
  tile: Tile;
  property?: string;
}) {
  const set = useSetter(tile);
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      data={[...options]}
      onChange={({ currentTarget }) => set(property, currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}
