import { join } from 'node:path';
import { localize, tilesOf, type Tile } from '@rise/contract';
import { pictureOf } from '../slides/pictures.ts';
import type { ChartBlock, PrintBlock } from './print-document.ts';
import { printDocument, type PrintRequest } from './print-report.ts';

/** Charts of a report as pictures for a mail, each on its own. */
export interface PictureRequest extends Omit<PrintRequest, 'paper' | 'lists'> {
  /** Ids of tiles. */
  readonly pictured: readonly string[];
}

interface Captioned {
  readonly tile: string;
  readonly title: string;
  /** What the figures lack. */
  readonly notes: readonly string[];
}

/** What a chart's colors mean, with the values of a whole's parts. */
export interface KeyEntry {
  readonly color: string;
  readonly text: string;
}

export interface TilePicture extends Captioned {
  readonly kind: 'picture';
  readonly png: Uint8Array;
  /** Pixels in which it is shown; the picture has twice as many. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly key: readonly KeyEntry[];
}

/** `nothing`: there is nothing to draw, as the message says. `table`: it has too many bars. `failed`: our fault. */
export interface TileWithoutPicture extends Captioned {
  readonly kind: 'nothing' | 'table' | 'failed';
  /** Of `nothing`. */
  readonly message: string;
}

export type PicturedTile = TilePicture | TileWithoutPicture;

/** One that fails leaves the others. `folder` has the fonts of print. */
export function tilePictures({ pictured, ...request }: PictureRequest, folder: string): PicturedTile[] {
  const tiles = tilesOf(request.report.document);
  return pictured.flatMap((id) => {
    const tile = tiles.find((one) => one.id === id);
    return tile ? [pictureOfTile(tile, request, join(folder, 'fonts'))] : [];
  });
}

function pictureOfTile(tile: Tile, request: Omit<PictureRequest, 'pictured'>, fonts: string): PicturedTile {
  const title = tile.title ? localize(tile.title, request.language) : '';
  try {
    return toPicture(tile.id, title, blockOf(tile, request), fonts);
  } catch {
    return { kind: 'failed', tile: tile.id, title, notes: [], message: '' };
  }
}

/** As on a page that has nothing else. */
function blockOf(tile: Tile, request: Omit<PictureRequest, 'pictured'>): PrintBlock {
  const { report } = request;
  const [first] = report.document.pages;
  const page = { ...first!, rows: [{ id: tile.id, tiles: [tile] }] };
  const alone = { ...report, document: { ...report.document, pages: [page] } };
  const { pages } = printDocument({ ...request, report: alone, paper: 'mail', lists: {} });
  return pages[0]!.lines[0]!.tiles[0]!.block;
}

function toPicture(tile: string, title: string, block: PrintBlock, fonts: string): PicturedTile {
  const notes = 'notes' in block ? block.notes.map(plain) : [];
  const captioned = { tile, title: [title, 'subtitle' in block ? block.subtitle : null].filter(Boolean).join(' · '), notes }; // prettier-ignore
  switch (block.kind) {
    case 'chart': {
      const { png } = pictureOf(block.svg, fonts, '#ffffff');
      return { kind: 'picture', ...captioned, png, ...sizeOf(block.svg), alt: plain(block.alt), key: keyOf(block) };
    }
    case 'funnel': {
      const steps = block.steps.map(({ name, value, ofFirst }) => plain(`${name}: ${value}, ${ofFirst}`));
      return { kind: 'nothing', ...captioned, message: steps.join('; ') };
    }
    case 'empty':
      return { kind: 'nothing', ...captioned, message: plain(`${block.message.title} ${block.message.text}`) };
    default:
      return { kind: 'table', ...captioned, message: '' };
  }
}

function keyOf({ legend, parts, scale }: ChartBlock): KeyEntry[] {
  return [
    ...legend.map(({ color, name }) => ({ color, text: plain(name) })),
    ...(parts ?? []).map(({ color, name, value, share }) => ({ color, text: plain(`${name}: ${value}, ${share}`) })),
    ...(scale?.colors ?? []).map((color, at, { length }) => ({
      color,
      text: at === 0 ? scale!.low : at === length - 1 ? scale!.high : '',
    })),
  ];
}

function sizeOf(svg: string): { width: number; height: number } {
  const [, width = '', height = ''] = /<svg[^>]*?\swidth="([\d.]+)"[^>]*?\sheight="([\d.]+)"/.exec(svg) ?? [];
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) };
}

/** Without the places at which print may break words. */
const plain = (text: string): string => text.replaceAll('\u200b', '');
