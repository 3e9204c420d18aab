import type { ReportPage, ReportRow, Tile } from '@rise/contract';
import { GRID_COLUMNS } from '@rise/contract/report-pages';

/** Rows that are presented together. */
export interface Slide {
  /** Id of the page whose rows they are. */
  readonly page: string;
  readonly rows: readonly ReportRow[];
}

/** Room for a slide, in pixels before it is enlarged. */
export interface SlideRoom {
  readonly width: number;
  readonly height: number;
}

/** Of the design that slides are enlarged from: sixteen to nine. */
const DESIGN: SlideRoom = { width: 1280, height: 720 };
const MOST_ENLARGED = 3;
/** Narrower, tiles are below each other and a page is one slide, which is scrolled. */
const NARROW = 960;
/** Between rows. */
const GAP = 12;
/** The least height of a row of charts that are still read from afar. */
const LEAST_CHART = 280;
const LEAST_MAP = 460;
const FRAME = 76;
const CARD = { width: 200, height: 132, withPeers: 190 };
/** The greatest height of a picture. */
const MOST_IMAGE = 560;
const LINE = { characters: 110, height: 26 };

/** How much larger than on a page a slide is: text that is read at a desk is too small for a wall. */
export const enlargementOf = ({ width, height }: SlideRoom): number =>
  Math.min(MOST_ENLARGED, Math.max(1, Math.min(width / DESIGN.width, height / DESIGN.height)));

export const isNarrow = ({ width }: SlideRoom): boolean => width < NARROW;

/** Whether a tile takes the height that its row has: the others are as high as their contents. */
export const takesHeight = ({ kind }: Pick<Tile, 'kind'>): boolean =>
  kind === 'chart' || kind === 'table' || kind === 'distribution';

/** The least height of a tile that takes the height of its row. */
export const leastHeight = (tile: Tile): number =>
  tile.kind === 'chart' && tile.shape === 'map' ? LEAST_MAP : LEAST_CHART;

/** The rows of all pages, as many together as the room is high; what is higher than it has a slide of its own. */
export function slidesOf(pages: readonly ReportPage[], room: SlideRoom): Slide[] {
  return pages.flatMap((page): Slide[] => {
    if (isNarrow(room) || page.rows.length === 0) return [{ page: page.id, rows: page.rows }];
    const slides: ReportRow[][] = [];
    let free = 0;
    for (const row of page.rows) {
      const height = heightOf(row, room) + GAP;
      const last = slides.at(-1);
      if (last && height <= free) {
        last.push(row);
        free -= height;
      } else {
        slides.push([row]);
        free = room.height + GAP - height;
      }
    }
    return slides.map((rows) => ({ page: page.id, rows }));
  });
}

/** The least height that a row takes, as far as its document says. */
function heightOf(row: ReportRow, room: SlideRoom): number {
  const lines: { height: number; columns: number }[] = [];
  for (const tile of row.tiles) {
    const last = lines.at(-1);
    const height = tileHeight(tile, (room.width * tile.width) / GRID_COLUMNS);
    if (last && last.columns + tile.width <= GRID_COLUMNS) {
      last.columns += tile.width;
      last.height = Math.max(last.height, height);
    } else lines.push({ columns: tile.width, height });
  }
  return lines.reduce((sum, { height }) => sum + height + GAP, -GAP);
}

function tileHeight(tile: Tile, width: number): number {
  switch (tile.kind) {
    case 'chart':
    case 'table':
    case 'distribution':
      return leastHeight(tile);
    case 'figures':
    case 'kpis': {
      const lines = Math.ceil(tile.measures.length / Math.max(1, Math.floor(width / CARD.width)));
      return 40 + lines * (tile.kind === 'kpis' ? CARD.withPeers : CARD.height);
    }
    case 'text':
      return tile.text.en
        .split('\n')
        .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE.characters)) * LINE.height, 0);
    case 'image': {
      const { picture } = tile;
      const shown = Math.min(1, width / picture.width, MOST_IMAGE / picture.height);
      return picture.height * shown + (tile.title ? 40 : 0) + (tile.caption ? LINE.height : 0);
    }
    case 'rows':
      return FRAME + tile.pageSize * 34 + 80;
    case 'ranking':
      return FRAME + tile.limit * 28;
    case 'mix':
      return FRAME + tile.parts.length * 30;
    case 'classification':
      return FRAME + 280;
  }
}

/** The slide that a page begins with; the first of all where it has none. */
export const slideOfPage = (slides: readonly Slide[], page: string): number =>
  Math.max(
    0,
    slides.findIndex((slide) => slide.page === page),
  );
