import type { TileOf } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { LocalizedFields } from './localized-fields.tsx';
import { useSetter } from './use-setter.ts';
import classes from './settings.module.css';

/** The text of a tile, in markdown. */
export function TextSettings({ tile }: { tile: TileOf<'text'> }) {
  const { t } = useTranslation();
  const set = useSetter(tile);
  return (
    <>
      <LocalizedFields
        value={tile.text}
        labels={{ en: t('builder.settings.text'), tr: t('builder.settings.textTr') }}
        maxLength={20_000}
        rows={8}
        onChange={(text) => text && set('text', text)}
      />
      <p className={classes.help}>{t('builder.settings.markdown')}</p>
    </>
  );
}
