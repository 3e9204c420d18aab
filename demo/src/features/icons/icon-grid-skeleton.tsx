import { useUiContext } from '@rise/ui';
import classes from './icon-grid.module.css';

const TILES = Array.from({ length: 60 }, (_, index) => index);

/** The grid's skeleton while icons are loading. */
export function IconGridSkeleton() {
  const { texts } = useUiContext();
  return (
    <div className={classes['waiting']} role="img" aria-label={texts.loading} aria-busy="true">
      {TILES.map((tile) => (
        <span key={tile} className={classes['shadow']}>
          <span className={classes['bone']} />
          <span className={classes['bone']} data-line />
        </span>
      ))}
    </div>
  );
}
