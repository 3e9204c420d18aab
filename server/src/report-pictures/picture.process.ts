import { checkPicture, PictureError, redrawPicture, type DrawnPicture, type PictureRefusal } from './redraw-picture.ts';

/** `draws`: a file that someone uploads. `checks`: one that the portal wrote before. */
export interface ToPicture {
  readonly does: 'draws' | 'checks';
  readonly bytes: Uint8Array;
}

export type FromPicture =
  | { readonly drawn: DrawnPicture }
  | { readonly refused: PictureRefusal }
  | { readonly failed: string };

/** Reads one picture, and ends. */
process.once('message', async ({ does, bytes }: ToPicture) => {
  const answer = await (does === 'draws' ? redrawPicture(bytes) : checkPicture(bytes)).then(
    (drawn): FromPicture => ({ drawn }),
    (error: unknown): FromPicture =>
      error instanceof PictureError ? { refused: error.reason } : { failed: String(error) },
  );
  process.send!(answer, () => process.disconnect());
});
// The server has ended.
process.once('disconnect', () => process.exit());
