import type { TileOf } from '@rise/contract';
import type { Room } from './charts.ts';
import type { PrintContext } from './print-context.ts';
import type { ImageBlock, PictureFiles } from './print-document.ts';
import { breakWords } from './text.rules.ts';

/** Points that a page has besides the picture: its margins, a title and a caption. */
const AROUND = 190;

/**
 * A picture in its place: as large as on the screen where its row has no height, and else in that height; never larger
 * than a page. Slides show it whole.
 */
export function imageBlock(
  tile: TileOf<'image'>,
  { width: most, height: rowHeight }: Room,
  { paper, words }: PrintContext,
  files: PictureFiles,
): ImageBlock {
  const { picture, alternative, caption, title, link = null } = tile;
  const isSlide = paper.chartHeight !== null;
  const own = { width: picture.width * paper.pixel, height: picture.height * paper.pixel };
  const highest = paper.height - AROUND;
  const height = isSlide || rowHeight === null ? highest : Math.min(rowHeight * paper.pixel, highest);
  const fills = !isSlide && rowHeight !== null && tile.fit === 'cover';
  const share = fills
    ? Math.max(most / own.width, height / own.height)
    : Math.min(1, most / own.width, height / own.height);
  const drawn = { width: own.width * share, height: own.height * share };
  return {
    kind: 'image',
    title: title ? breakWords(words.localize(title), most / 9.5) : null,
    picture: picture.hash,
    format: files[picture.hash]?.mediaType === 'image/jpeg' ? 'jpg' : 'png',
    width: Math.min(drawn.width, most),
    height: Math.min(drawn.height, height),
    fit: fills ? 'cover' : 'contain',
    alt: alternative ? words.localize(alternative) : null,
    caption: caption ? breakWords(words.localize(caption), most / 9) : null,
    link,
  };
}
