import { localize, tilesOf, type Language, type ReportDocument, type Tile } from '@rise/contract';
import type { Block } from '../mail/mail-document.ts';
import type { MailAttachment } from '../mail/mail.ts';
import type { PicturedTile } from '../report-exports/print/tile-pictures.ts';
import { mailTexts } from './mail-texts.ts';

/** Of one mail. */
const MAX_PICTURES = 6;
const DRAWN: ReadonlySet<Tile['kind']> = new Set(['chart', 'ranking', 'distribution', 'mix']);

/** The tiles whose pictures are in a mail: the first that are charts, without those that are not printed. */
export const picturedTiles = (document: ReportDocument): Tile[] =>
  tilesOf(document)
    .filter(({ kind, print }) => DRAWN.has(kind) && print !== 'hidden')
    .slice(0, MAX_PICTURES);

/** Why the query of a chart failed, by the tile's id. */
export type FailedTiles = ReadonlyMap<string, string>;

/** The charts in the order of the document; one without a picture says why. */
export function pictureBlocks(
  tiles: readonly Tile[],
  pictures: readonly PicturedTile[],
  failed: FailedTiles,
  language: Language,
): { blocks: Block[]; attachments: MailAttachment[] } {
  const texts = mailTexts[language];
  const drawn = new Map(pictures.map((picture) => [picture.tile, picture]));
  const attachments: MailAttachment[] = [];
  const blocks = tiles.map((tile, place): Block => {
    const without = (title: string, notes: readonly string[]): Block => ({ title, picture: null, key: [], notes });
    const plainTitle = tile.title ? localize(tile.title, language) : '';
    const failure = failed.get(tile.id);
    if (failure !== undefined) return without(plainTitle, [texts.chartFailed(failure)]);
    const found = drawn.get(tile.id);
    if (!found) return without(plainTitle, [texts.notDrawn.failed]);
    const { title, notes } = found;
    if (found.kind === 'nothing') return without(title, [found.message, ...notes]);
    if (found.kind !== 'picture') return without(title, [texts.notDrawn[found.kind], ...notes]);
    const contentId = `chart-${place + 1}@rise`;
    const { png, alt, width, height, key } = found;
    attachments.push({
      name: `chart-${place + 1}.png`,
      contentType: 'image/png',
      content: Buffer.from(png),
      contentId,
    });
    return { title, picture: { contentId, alt, width, height }, key, notes };
  });
  return { blocks, attachments };
}
