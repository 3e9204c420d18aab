/** As the server accepts them. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const MOST_BYTES = 4 * 1024 * 1024;
/** The longest side that is stored, in pixels. */
const MOST_SIDE = 2400;

/** A picture as it is sent, in base64: reduced where the file is too large. */
export const pictureData = async (file: File): Promise<string> =>
  asBase64(file.size > MOST_BYTES ? await reduced(file) : file);

/** A stored picture as a file, with which its removal can be undone; null where it cannot be loaded. */
export async function storedPicture(address: string): Promise<File | null> {
  try {
    const response = await fetch(address);
    if (!response.ok) return null;
    const blob = await response.blob();
    return new File([blob], 'picture', { type: blob.type });
  } catch {
    return null;
  }
}

/** A file that is too large to be sent, with as many pixels as are stored; as it is where the browser cannot read it. */
async function reduced(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const share = Math.min(1, MOST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * share);
  canvas.height = Math.round(bitmap.height * share);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), type, 0.92));
}

function asBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error!));
    reader.readAsDataURL(blob);
  });
}
