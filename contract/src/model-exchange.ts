import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';

/** Something that only one of two formats has: its place in the document or model, and the reason. */
export const exchangeNote = z.object({ place: z.string(), reason: z.string() });
export type ModelExchangeNote = z.infer<typeof exchangeNote>;

/** A document of another tool as a text of a model. */
export const importedModel = z.object({
  /** YAML of a complete model. */
  document: z.string(),
  /** Names of its datasets. */
  datasets: z.array(z.string()),
  /** What of the document is not in the text, or has to be completed. */
  notes: z.array(exchangeNote),
});
export type ImportedModel = z.infer<typeof importedModel>;

/** A model as a document of the other format. */
export const exportedModel = z.object({
  /** Name of a file for it. */
  file: z.string(),
  /** YAML. */
  document: z.string(),
  /** What other tools do not read of it. */
  notes: z.array(exchangeNote),
});
export type ExportedModel = z.infer<typeof exportedModel>;

const text = z.string().max(DOCUMENT_BYTES);

export const modelExchangeRoutes = {
  'POST /api/v1/model/exchange/read': defineRoute({
    summary: 'Read a document in the format of Apache Ossie as a text of a model, and list what it does not carry',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.exchange.read', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: z.strictObject({ text, file: z.string().min(1).max(255) }) },
    output: importedModel,
    errors: ['MODEL_INVALID'],
  }),
  'POST /api/v1/model/exchange/write': defineRoute({
    summary: 'Write a model in the format of Apache Ossie, and list what other tools do not read of it',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.exchange.write', when: 'always' },
    bodyBytes: DOCUMENT_BYTES,
    /** Null: the active model. */
    input: { body: z.strictObject({ document: text.nullable() }) },
    output: exportedModel,
    errors: ['NOT_FOUND', 'MODEL_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
