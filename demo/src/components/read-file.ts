import { readPicture } from './read-picture.ts';

/** Of one file other than a picture, in bytes: the demo keeps them in the browser's storage. */
const MOST_FILE_BYTES = 1_000_000;

/** Pictures are reduced instead of refused. */
export const isPicture = ({ type }: Blob): boolean => /^image\/(png|jpeg|webp|gif)$/.test(type);
export const isTooLarge = (file: Blob): boolean => !isPicture(file) && file.size > MOST_FILE_BYTES;

/** A file as it is, as a data URL. Rejects one that cannot be read. */
export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}

/** A file as a data URL; a picture is reduced where it is large. Rejects one that cannot be read. */
export const readFile = (file: File): Promise<string> => (isPicture(file) ? readPicture(file) : dataUrlOf(file));
