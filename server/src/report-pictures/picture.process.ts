import {
  checkPicture,
  cropPicture,
  fitPicture,
  PictureError,
  redrawPicture,
  type DrawnPicture,
  type PictureRefusal,
} from './redraw-picture.ts';

/**
 * `draws`: a file that someone uploads. `crops`: the same, as the small square of a person's picture. `fits`: the same, as
 * the small whole of a logo. `checks`: one that the portal wrote before.
 */
export interface ToPicture {
  readonly does: 'draws' | 'crops' | 'fits' | 'checks';
  readonly bytes: Uint8Array;
}

export type FromPicture =
  | { readonly drawn: DrawnPicture }
  | { readonly refused: PictureRefusal }
  | { readonly failed: string };

const READ = { draws: redrawPicture, crops: cropPicture, fits: fitPicture, checks: checkPicture };

/** Reads one picture, and ends. */
process.once('message', async ({ does, bytes }: ToPicture) => {
  const answer = await READ[does](bytes).then(
    (drawn): FromPicture => ({ drawn }),
    (error: unknown): FromPicture =>
      error instanceof PictureError ? { refused: error.reason } : { failed: String(error) },
  );
  process.send!(answer, () => process.disconnect());
});
// The server has ended.
process.once('disconnect', () => process.exit());
