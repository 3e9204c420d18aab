import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { KNOWLEDGE_AUDIENCES, KNOWLEDGE_KINDS, KNOWLEDGE_LIMITS } from './values/knowledge-words.ts';
import { visibleLine } from './values/visible-text.ts';

const name = z.string().overwrite(visibleLine).min(1).max(KNOWLEDGE_LIMITS.name);

/** A document that the assistant answers from. */
const knowledgeDocument = z.object({
  id: z.uuid(),
  name,
  kind: z.enum(KNOWLEDGE_KINDS),
  audience: z.enum(KNOWLEDGE_AUDIENCES),
  bytes: z.int().positive(),
  /** Parts that are found and cited. */
  passages: z.int().nonnegative(),
  /** Email address. */
  author: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
});
export type KnowledgeDocument = z.infer<typeof knowledgeDocument>;

/** Characters of a passage’s text that lead to another document, or to a place in it. */
const passageLink = z.object({
  from: z.int().nonnegative(),
  /** The first one after it. */
  to: z.int().nonnegative(),
  document: z.uuid(),
  /** Null: its beginning. */
  passage: z.int().nullable(),
});
export type PassageLink = z.infer<typeof passageLink>;

const knowledgeText = z.object({
  id: z.uuid(),
  name,
  /** Folder and path of a file that was read from a folder; null for all others. */
  file: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
  passages: z.array(
    z.object({
      place: z.int(),
      heading: z.string(),
      text: z.string(),
      /** In their order; only those that can be opened. */
      links: z.array(passageLink),
    }),
  ),
});
export type KnowledgeText = z.infer<typeof knowledgeText>;

/** A PDF in base64, with its JSON. */
const UPLOAD_BYTES = Math.ceil((KNOWLEDGE_LIMITS.pdfBytes * 4) / 3 / 1024 + 64) * 1024;

const audience = z.enum(KNOWLEDGE_AUDIENCES);
const upload = z.discriminatedUnion('kind', [
  z.strictObject({
    name,
    kind: z.enum(['markdown', 'text']),
    audience,
    content: z.string().max(KNOWLEDGE_LIMITS.characters),
  }),
  /** The file in base64. */
  z.strictObject({ name, kind: z.literal('pdf'), audience, content: z.string().max(UPLOAD_BYTES) }),
]);
export type KnowledgeUpload = z.output<typeof upload>;

const params = z.strictObject({ id: z.uuid() });
const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;

export const knowledgeRoutes = {
  'GET /api/v1/knowledge': defineRoute({
    ...administration,
    summary: 'List the documents that the assistant answers from, the newest first',
    audit: { action: 'knowledge.list', when: 'denied' },
    input: {},
    output: z.object({ documents: z.array(knowledgeDocument) }),
    errors: [],
  }),
  'POST /api/v1/knowledge': defineRoute({
    ...administration,
    summary: 'Add a document, or replace the one with the same name',
    audit: { action: 'knowledge.upload', when: 'always' },
    bodyBytes: UPLOAD_BYTES,
    input: { body: upload },
    output: knowledgeDocument,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/knowledge/:id': defineRoute({
    ...administration,
    summary: 'Delete a document that the assistant answers from',
    audit: { action: 'knowledge.delete', when: 'always' },
    input: { params },
    output: z.object({ deleted: z.literal(true) }),
    errors: [],
  }),
  'GET /api/v1/knowledge/:id': defineRoute({
    permission: 'assistant.use',
    tenant: 'tenant',
    summary: 'Read a document that the assistant answers from, by its passages',
    audit: { action: 'knowledge.read', when: 'denied' },
    input: { params },
    output: knowledgeText,
    errors: [],
  }),
} as const;
