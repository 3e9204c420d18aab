import { LOGO_SIZE, PICTURE_SIDE, PROFILE_PICTURE_SIDE } from '@rise/contract';
import sharp, { type Sharp } from 'sharp';

/** A picture that was encoded again from its pixels. */
export interface DrawnPicture {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Why a file is refused. */
export type PictureRefusal = 'format' | 'pixels' | 'damaged';

export class PictureError extends Error {
  readonly reason: PictureRefusal;
  constructor(reason: PictureRefusal, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Of a file, before it is reduced: a photograph of a good camera has them. */
const MOST_PIXELS = 50_000_000;
/** Of a stored picture. */
const MOST_BYTES = 2 * 1024 * 1024;
const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif']);
/** Sides that are tried until a picture is small enough. */
const SIDES = [PICTURE_SIDE, 1700, 1200, 850, 600];
const READERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];

// Whatever a file claims to be, no other reader sees it: none of vectors, documents or camera files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });
sharp.cache(false);
sharp.concurrency(1);

/** The first picture of the file. */
const opened = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 });

/**
 * Reads a file, turns it as its camera says, reduces it, and encodes it again in sRGB without any metadata. Photographs become
 * JPEG, all else PNG unless that is too large. Throws `PictureError`.
 */
export async function redrawPicture(bytes: Uint8Array): Promise<DrawnPicture> {
  const { format, hasAlpha } = await headOf(bytes);
  try {
    for (const side of SIDES)
      for (const mediaType of format === 'jpeg' ? JPEG : hasAlpha ? PNG : EITHER) {
        const drawn = await draw(bytes, side, mediaType);
        if (drawn.bytes.length <= MOST_BYTES) return drawn;
      }
  } catch (error) {
    throw new PictureError('damaged', error);
  }
  throw new PictureError('pixels');
}

const JPEG = ['image/jpeg'] as const;
const PNG = ['image/png'] as const;
/** At each size, PNG only where it is small: a photograph is smaller as JPEG, at the same size. */
const EITHER = [...PNG, ...JPEG] as const;

/** The middle of the file as a small square, encoded again as `redrawPicture` does. Throws `PictureError`. */
export async function cropPicture(bytes: Uint8Array): Promise<DrawnPicture> {
  const { hasAlpha } = await headOf(bytes);
  try {
    const side = PROFILE_PICTURE_SIDE;
    const drawing = opened(bytes).autoOrient().resize({ width: side, height: side, fit: 'cover' }).toColorspace('srgb');
    const written = hasAlpha ? drawing.png({ compressionLevel: 9 }) : drawing.jpeg({ quality: 85 });
    const { data, info } = await written.toBuffer({ resolveWithObject: true });
    const mediaType = hasAlpha ? 'image/png' : 'image/jpeg';
    return { mediaType, width: info.width, height: info.height, bytes: data };
  } catch (error) {
    throw new PictureError('damaged', error);
  }
}

/** The whole file as a small PNG that keeps what is transparent, encoded again as `redrawPicture` does. Throws `PictureError`. */
export async function fitPicture(bytes: Uint8Array): Promise<DrawnPicture> {
  await headOf(bytes);
  try {
    const drawing = opened(bytes)
      .autoOrient()
      .resize({ ...LOGO_SIZE, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .png({ compressionLevel: 9 });
    const { data, info } = await drawing.toBuffer({ resolveWithObject: true });
    return { mediaType: 'image/png', width: info.width, height: info.height, bytes: data };
  } catch (error) {
    throw new PictureError('damaged', error);
  }
}

async function headOf(bytes: Uint8Array): Promise<{ format: string; hasAlpha: boolean }> {
  try {
    const { format, hasAlpha } = await opened(bytes).metadata();
    if (FORMATS.has(format)) return { format, hasAlpha };
  } catch (error) {
    const isLarge = /pixel limit/i.test((error as Error).message);
    throw new PictureError(isLarge ? 'pixels' : 'format', error);
  }
  throw new PictureError('format');
}

async function draw(bytes: Uint8Array, side: number, mediaType: DrawnPicture['mediaType']): Promise<DrawnPicture> {
  const drawing = opened(bytes)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb');
  const written = mediaType === 'image/png' ? drawing.png({ compressionLevel: 9 }) : drawing.jpeg({ quality: 85 });
  const { data, info } = await written.toBuffer({ resolveWithObject: true });
  return { mediaType, width: info.width, height: info.height, bytes: data };
}

/** A picture that the portal wrote before, as it is. Throws `PictureError` where it cannot be drawn, or is too large. */
export async function checkPicture(bytes: Uint8Array): Promise<DrawnPicture> {
  const { format } = await headOf(bytes);
  if (format !== 'png' && format !== 'jpeg') throw new PictureError('format');
  try {
    const { info } = await opened(bytes).raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    if (Math.max(width, height) > PICTURE_SIDE || bytes.length > MOST_BYTES) throw new PictureError('pixels');
    return { mediaType: `image/${format}`, width, height, bytes };
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError('damaged', error);
  }
}
