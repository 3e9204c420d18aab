export type PictureError = 'pictureType' | 'pictureSize' | 'pictureBroken';

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
const LARGEST = 10 * 1024 * 1024;
/** Edge length of the stored square in pixels: enough for the largest place it is shown in, on high-density screens. */
const SIDE = 256;

export function validatePicture({ type, size }: Pick<File, 'type' | 'size'>): PictureError | null {
  if (!(PICTURE_TYPES as readonly string[]).includes(type)) return 'pictureType';
  return size > LARGEST ? 'pictureSize' : null;
}

/** The center square of a picture as a small data URL, or the reason for a failure. */
export async function readPicture(file: File): Promise<{ picture: string } | { issue: PictureError }> {
  const issue = validatePicture(file);
  if (issue) return { issue };
  try {
    const bitmap = await createImageBitmap(file);
    const side = Math.min(bitmap.width, bitmap.height);
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
    const context = canvas.getContext('2d')!;
    // Transparent areas would be black in a JPEG.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
    bitmap.close();
    return { picture: canvas.toDataURL('image/jpeg', 0.88) };
  } catch {
    return { issue: 'pictureBroken' };
  }
}
