import { Button, NativeSelect, NumberInput, Switch } from '@mantine/core';
import type { CatalogDataset, Tile } from '@rise/contract';
import { GRID_COLUMNS, hasFigures, MIN_TILE_WIDTH } from '@rise/contract/report-pages';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useBuilder } from '../builder-context.ts';
import { findTile, removeTile, resizeTile } from '../canvas/placement.rules.ts';
import { datasetOf, isDataTile } from '../fields/fields.rules.ts';
import { CHART_HEIGHT } from '../fields/toggle-field.ts';
import { DataSettings } from './data-settings.tsx';
import { DraftText } from './draft-text.tsx';
import { ImageSettings } from './image-settings.tsx';
import { LocalizedFields } from './localized-fields.tsx';
import { RowsSettings } from './rows-settings.tsx';
import { SubjectTileSettings } from './subject-tile-settings.tsx';
import { TextSettings } from './text-settings.tsx';
import { useSetter } from './use-setter.ts';
import classes from './settings.module.css';

/** The settings of the selected tile. */
export function TileSettings({ tile }: { tile: Tile }) {
  const { t } = useTranslation();
  const { document, datasets, change, select } = useBuilder();
  const set = useSetter(tile);
  const dataset = datasets.find(({ name }) => name === datasetOf(document, tile));
  const spot = findTile(document, tile.id);
  return (
    <section key={tile.id} className={classes.pane} aria-label={t('builder.settings.tile')}>
      <h2 className={classes.title}>{t(`builder.kinds.${tile.kind}`)}</h2>
      <TitleFields tile={tile} />
      {dataset && <KindSettings tile={tile} dataset={dataset} />}
      <hr className={classes.divider} />
      <div className={classes.row}>
        <NumberInput
          size="xs"
          label={t('builder.settings.width')}
          min={MIN_TILE_WIDTH}
          max={GRID_COLUMNS}
          allowDecimal={false}
          clampBehavior="strict"
          value={tile.width}
          onChange={(width) => typeof width === 'number' && change(resizeTile(document, tile.id, width))}
        />
        {(tile.kind === 'chart' || tile.kind === 'table' || tile.kind === 'image') && spot && (
          <NumberInput
            size="xs"
            label={t('builder.settings.height')}
            min={4}
            max={30}
            allowDecimal={false}
            placeholder={tile.kind === 'chart' ? String(CHART_HEIGHT) : t('builder.settings.auto')}
            value={spot.row.height ?? ''}
            onChange={(height) =>
              (height === '' || (typeof height === 'number' && height >= 4 && height <= 30)) &&
              height !== (spot.row.height ?? '') &&
              change([{ type: 'set', at: ['rows', spot.row.id, 'height'], value: height === '' ? null : height }])
            }
          />
        )}
      </div>
      <div className={classes.switches}>
        <Switch
          size="xs"
          label={t('builder.settings.hiddenOnPhones')}
          checked={tile.phone === 'hidden'}
          onChange={({ currentTarget }) => set('phone', currentTarget.checked ? 'hidden' : null)}
        />
        <NativeSelect
          size="xs"
          label={t('builder.settings.print')}
          value={tile.print ?? ''}
          data={[
            { value: '', label: t('builder.settings.printUsual') },
            { value: 'break', label: t('builder.settings.printBreak') },
            { value: 'hidden', label: t('builder.settings.printHidden') },
          ]}
          onChange={({ currentTarget }) => set('print', currentTarget.value === '' ? null : currentTarget.value)}
        />
      </div>
      <Button
        size="xs"
        variant="subtle"
        color="negative"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => {
          change(removeTile(document, tile.id));
          select(null);
        }}
      >
        {t('builder.remove')}
      </Button>
    </section>
  );
}

function KindSettings({ tile, dataset }: { tile: Tile; dataset: CatalogDataset }) {
  if (isDataTile(tile)) return <DataSettings tile={tile} dataset={dataset} />;
  switch (tile.kind) {
    case 'rows':
      return <RowsSettings tile={tile} dataset={dataset} />;
    case 'text':
      return <TextSettings tile={tile} />;
    case 'image':
      return <ImageSettings tile={tile} />;
    default:
      return <SubjectTileSettings tile={tile} dataset={dataset} />;
  }
}

/** Title and subtitle in both languages. */
function TitleFields({ tile }: { tile: Tile }) {
  const { t } = useTranslation();
  const set = useSetter(tile);
  const subtitle = 'subtitle' in tile ? tile.subtitle : undefined;
  return (
    <>
      <LocalizedFields
        value={tile.title}
        labels={{ en: t('builder.settings.title'), tr: t('builder.settings.titleTr') }}
        maxLength={120}
        optional={!hasFigures(tile)}
        onChange={(value) => set('title', value)}
      />
      {hasFigures(tile) && (
        <DraftText
          label={t('builder.settings.subtitle')}
          value={subtitle?.en ?? ''}
          maxLength={200}
          optional
          onChange={(en) => set('subtitle', en.trim() === '' ? null : { ...subtitle, en })}
        />
      )}
    </>
  );
}
