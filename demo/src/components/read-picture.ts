/** The longest side of a stored picture, in pixels: the demo keeps them in the browser's storage. */
const MOST_SIDE = 1200;

/** A picture file as a data URL, reduced where it is large. Rejects what the browser cannot draw. */
export async function readPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const share = Math.min(1, MOST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * share);
  canvas.height = Math.round(bitmap.height * share);
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/webp', 0.85);
}
