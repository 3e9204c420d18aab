import type { TileOf } from '@rise/contract';
import { Tile } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { TILE_FRAME } from '../pages/tile-frame-height.ts';
import { useOpenReport } from '../report-context.ts';
import { pictureQuery } from '../report.queries.ts';
import { ReportSourceContext } from '../report-source.ts';
import classes from './image-tile.module.css';

interface ImageTileProps {
  tile: TileOf<'image'>;
  /** Of a body with a frame around it, in pixels, where its row says so. */
  height?: number | undefined;
}

/** A picture of the report's author: as large as it is, or in the height of its row. */
export function ImageTileView({ tile, height }: ImageTileProps) {
  const localize = useLocalize();
  const { title, caption } = tile;
  const figure = (
    <figure
      className={classes.figure}
      style={height === undefined ? undefined : { height: height + TILE_FRAME - (title ? TITLE : 0) }}
    >
      <Linked tile={tile}>
        <Picture tile={tile} isSized={height !== undefined} />
      </Linked>
      {caption && <figcaption className={classes.caption}>{localize(caption)}</figcaption>}
    </figure>
  );
  if (!title) return <section className={classes.plain}>{figure}</section>;
  return (
    <Tile title={localize(title)} span={12} bare>
      {figure}
    </Tile>
  );
}

/** Of a tile's head, in pixels. */
const TITLE = 40;

/** The picture in its place, which it has before it is there. */
function Picture({ tile: { picture, alternative, fit }, isSized }: { tile: TileOf<'image'>; isSized: boolean }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  const { data, isError } = useQuery(pictureQuery(report, picture.hash, use(ReportSourceContext)));
  const { width, height } = picture;
  const place = {
    className: classes.picture,
    'data-fit': isSized ? fit : undefined,
    style: { '--width': `${width}px`, '--ratio': `${width} / ${height}` } as CSSProperties,
  };
  if (isError)
    return (
      <div {...place} role="note">
        <span className={classes.missing}>{t('report.image.missing')}</span>
      </div>
    );
  if (!data) return <div {...place} aria-busy />;
  return (
    <img
      {...place}
      src={`data:${data.mediaType};base64,${data.data}`}
      alt={alternative ? localize(alternative) : ''}
      width={width}
      height={height}
    />
  );
}

/** A link around the picture; none where a click selects the tile. */
function Linked({ tile, children }: { tile: TileOf<'image'>; children: ReactNode }) {
  const localize = useLocalize();
  const { isFilteredByMarks, isFrozen } = useOpenReport();
  const { link, alternative, caption, title } = tile;
  if (link === undefined || !(isFilteredByMarks || isFrozen)) return children;
  const name = caption ?? title;
  return (
    <a
      className={classes.link}
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      {...(!alternative && { 'aria-label': name ? localize(name) : link })}
    >
      {children}
    </a>
  );
}
