import type { StoredPicture } from '@rise/contract';
import { client } from '../../../../client/client.ts';
import { pictureData, PICTURE_TYPES } from '../../../../pictures/picture-file.ts';

/** The first picture among files that were dropped or pasted. */
export const pictureAmong = (files: Iterable<File>): File | undefined =>
  [...files].find(({ type }) => PICTURE_TYPES.includes(type));

/** Stores a picture for a report. Throws what the server refuses it for. */
export async function uploadPicture(report: string, file: File): Promise<StoredPicture> {
  const data = await pictureData(file);
  return client.call('POST /api/v1/reports/:id/pictures', { params: { id: report }, body: { data } });
}
