export type PictureError = 'pictureType' | 'pictureSize' | 'pictureBroken';

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
const LARGEST = 10 * 1024 * 1024;
/** Pixels of the square that is kept: enough for the largest place it is shown in, on fine screens. */
const SIDE = 256;

export function validatePicture({ type, size }: Pick<File, 'type' | 'size'>): PictureError | null {
  if (!(PICTURE_TYPES as readonly string[]).includes(type)) return 'pictureType';
  return size > LARGEST ? 'pictureSize' : null;
}

/** The middle square of a picture as a small data address, or why there is none. */
export async function readPicture(file: File): Promise<{ picture: string } | { issue: PictureError }> {
  const issue = validatePicture(file);
  if (issue) return { issue };
  try {
    const bitmap = await createImageBitmap(file);
    const side = Math.min(bitmap.width, bitmap.height);
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
    const context = canvas.getContext('2d')!;
    // A see-through picture would be black as a JPEG.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
    bitmap.close();
    return { picture: canvas.toDataURL('image/jpeg', 0.88) };
  } catch {
    return { issue: 'pictureBroken' };
  }
}
