import { Fragment, memo } from 'react';
import { IconDrawing } from './icon-drawing.tsx';
import classes from './icon-grid.module.css';

interface IconTileProps {
  name: string;
  box: number;
  body: string;
  size: number;
  index: number;
  column: number;
  chosen: boolean;
  /** The Tab key stops here. */
  stop: boolean;
}

export const IconTile = memo(function IconTile({ name, box, body, size, index, column, chosen, stop }: IconTileProps) {
  return (
    <div
      role="gridcell"
      className={classes['tile']}
      tabIndex={stop ? 0 : -1}
      aria-label={name}
      aria-colindex={column + 1}
      aria-selected={chosen}
      title={name}
      data-index={index}
    >
      <span className={classes['drawing']}>
        <IconDrawing box={box} body={body} size={size} />
      </span>
      <span className={classes['name']}>
        {name.split(/(?<=[-_])/).map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one name do not move
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </div>
  );
});
