import { client } from '../../../client/client.ts';

/** A document of another tool as a text of a model. */
export async function readDocument(file: File) {
  const text = await file.text();
  return client.call('POST /api/v1/model/exchange/read', { body: { text, file: file.name.slice(0, 255) } });
}

/** A text, or the published model where null, as a document for other tools. */
export const writeDocument = (document: string | null) =>
  client.call('POST /api/v1/model/exchange/write', { body: { document } });
