import { readPdf } from './read-pdf.ts';

export interface ToDocument {
  readonly bytes: Uint8Array;
}

export type FromDocument = { readonly text: string } | { readonly unreadable: string };

/** Reads one PDF, and ends. */
process.once('message', async ({ bytes }: ToDocument) => {
  const answer = await readPdf(bytes).then(
    (text): FromDocument => ({ text }),
    (error: unknown): FromDocument => ({ unreadable: String(error) }),
  );
  process.send!(answer, () => process.disconnect());
});
// The server has ended.
process.once('disconnect', () => process.exit());
