import { readPdf } from './read-pdf.ts';

export interface ToPdf {
  readonly bytes: Uint8Array;
}

export type FromPdf = { readonly text: string } | { readonly unreadable: string };

/** Reads one PDF, and ends. */
process.once('message', async ({ bytes }: ToPdf) => {
  const answer = await readPdf(bytes).then(
    (text): FromPdf => ({ text }),
    (error: unknown): FromPdf => ({ unreadable: String(error) }),
  );
  process.send!(answer, () => process.disconnect());
});
// The server has ended.
process.once('disconnect', () => process.exit());
