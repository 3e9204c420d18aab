import { NativeSelect, NumberInput } from '@mantine/core';
import type { CatalogDataset, TileOf } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { DraftText } from './draft-text.tsx';
import { limitsOf, limitsText } from './limits.rules.ts';
import { useSetter } from './use-setter.ts';

/** In place of a measure's name, which begins with a letter. */
const NUMBER = '#';

/** What a bullet chart compares its values with. */
export function BulletSettings({ tile, dataset }: { tile: TileOf<'chart'>; dataset: CatalogDataset }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const set = useSetter(tile);
  const { target, bands = [] } = tile;
  const chosen = target === undefined ? '' : typeof target === 'number' ? NUMBER : target.measure;
  const others = dataset.measures.filter(({ name }) => !tile.measures.includes(name));
  return (
    <>
      <NativeSelect
        size="xs"
        label={t('builder.settings.target')}
        value={chosen}
        data={[
          { value: '', label: t('builder.settings.none') },
          { value: NUMBER, label: t('builder.settings.targetNumber') },
          ...others.map(({ name, title }) => ({ value: name, label: localize(title) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          set('target', value === '' ? null : value === NUMBER ? 0 : { measure: value })
        }
      />
      {typeof target === 'number' && (
        <NumberInput
          size="xs"
          label={t('builder.settings.targetValue')}
          value={target}
          onChange={(value) => typeof value === 'number' && value !== target && set('target', value)}
        />
      )}
      <DraftText
        label={t('builder.settings.bands')}
        description={t('builder.settings.bandsHelp')}
        value={limitsText(bands)}
        maxLength={120}
        optional
        onChange={(text) => {
          const limits = limitsOf(text);
          if (limits) set('bands', limits.length > 0 ? limits : null);
        }}
      />
    </>
  );
}
