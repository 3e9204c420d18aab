import type { Card } from './board.ts';
import colors from './colors.module.css';
import classes from './card-cover.module.css';

/** What a card shows at its top. It only decorates. */
export function CardCover({ cover }: Pick<Card, 'cover'>) {
  if (cover === null) return null;
  if ('picture' in cover)
    return <img className={classes['cover']} src={cover.picture} alt="" draggable={false} decoding="async" />;
  return <div className={`${classes['cover']} ${colors['colored']}`} data-color={cover.color} />;
}
