import { DetailSection } from '@rise/ui';
import { IconBan } from '@tabler/icons-react';
import { useId } from 'react';
import { PictureButton } from '../../components/picture-button.tsx';
import type { Card } from './board.ts';
import { COLORS } from './card-facts.tsx';
import { CardCover } from './card-cover.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import colors from './colors.module.css';
import classes from './card-cover.module.css';

interface CoverFieldProps {
  cover: Card['cover'];
  onChange: (cover: Card['cover']) => void;
}

/** Chooses a color or a picture as the cover of a card, or none. */
export function CoverField({ cover, onChange }: CoverFieldProps) {
  const t = useScrumboardTexts();
  const name = useId();
  const color = cover !== null && 'color' in cover ? cover.color : null;
  const hasPicture = cover !== null && 'picture' in cover;
  return (
    <DetailSection title={t('cover')}>
      {hasPicture && (
        <div className={classes['preview']}>
          <CardCover cover={cover} />
        </div>
      )}
      <div className={classes['choice']}>
        <div className={classes['swatches']} role="radiogroup" aria-label={t('cover')}>
          <label className={classes['swatch']} title={t('noCover')}>
            <input
              type="radio"
              name={name}
              aria-label={t('noCover')}
              checked={cover === null}
              onChange={() => onChange(null)}
            />
            <IconBan size={18} stroke={1.6} aria-hidden />
          </label>
          {Array.from({ length: COLORS }, (_, index) => index + 1).map((number) => (
            <label key={number} className={`${classes['swatch']} ${colors['colored']}`} data-color={number}>
              <input
                type="radio"
                name={name}
                aria-label={t('color', { number })}
                checked={number === color}
                onChange={() => onChange({ color: number })}
              />
            </label>
          ))}
        </div>
        <PictureButton
          label={t(hasPicture ? 'otherPicture' : 'choosePicture')}
          onChoose={([picture]) => picture !== undefined && onChange({ picture })}
        />
      </div>
    </DetailSection>
  );
}
