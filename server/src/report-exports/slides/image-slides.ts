import type { ImageBlock } from '../print/print-document.ts';
import { LINE, linesOf } from './lines.rules.ts';
import { AREA, type Part } from './slide.ts';

const CAPTION = 12;

/** A picture as large as there is room for, never larger than it is, with its caption below it. */
export function imageParts(block: ImageBlock, colors: Readonly<Record<string, string>>, bottom: number): Part[] {
  const { picture, alt, link, caption } = block;
  const lines = caption === null ? 0 : linesOf(caption, { width: AREA.width, size: CAPTION }).length;
  const captionHeight = lines === 0 ? 0 : lines * CAPTION * LINE + 8;
  const room = { width: AREA.width, height: bottom - AREA.y - captionHeight };
  const share = Math.min(1, room.width / block.width, room.height / block.height);
  const width = block.width * share;
  const height = block.height * share;
  const place = { x: AREA.x + (AREA.width - width) / 2, y: AREA.y, width, height };
  return [
    { kind: 'image', place, picture, alt, link },
    ...(caption === null
      ? []
      : [
          {
            kind: 'text' as const,
            place: { x: AREA.x, y: AREA.y + height + 6, width: AREA.width, height: captionHeight },
            paragraphs: [
              { align: 'center' as const, runs: [{ text: caption, size: CAPTION, color: colors['secondary']! }] },
            ],
          },
        ]),
  ];
}
