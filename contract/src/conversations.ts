import { z } from 'zod';
import { assistantMessage } from './assistant.ts';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { semanticQuery } from './query/query.ts';
import { CONVERSATION_LIMITS, RATING_REASONS } from './values/conversation-words.ts';
import { visibleLine } from './values/visible-text.ts';

export const conversation = z.object({
  id: z.uuid(),
  /** The person's own title, else the first question. */
  title: z.string(),
  pinned: z.boolean(),
  lastQuestionAt: z.iso.datetime(),
  messages: z.int().positive(),
  /** Since when the tenant's people can read its first messages, and how many these are; null: only its owner reads it. */
  shared: z.object({ at: z.iso.datetime(), messages: z.int().positive() }).nullable(),
});
export type Conversation = z.infer<typeof conversation>;

const rating = z.object({ value: z.enum(['helpful', 'unhelpful']), reason: z.enum(RATING_REASONS).nullable() });
export type Rating = z.infer<typeof rating>;

const ratedMessage = assistantMessage.extend({ timestamp: z.iso.datetime(), rating: rating.nullable() });
export type RatedMessage = z.infer<typeof ratedMessage>;

const sharedConversation = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Name of the person who shared it. */
  owner: z.string(),
  own: z.boolean(),
  sharedAt: z.iso.datetime(),
  /** An answer from sources that the reader may not open has no content. */
  messages: z.array(assistantMessage.extend({ content: z.string().nullable(), timestamp: z.iso.datetime() })),
});
export type SharedConversation = z.infer<typeof sharedConversation>;

const route = { permission: 'assistant.use', tenant: 'tenant' } as const;
const params = z.strictObject({ id: z.uuid() });

export const conversationRoutes = {
  'GET /api/v1/openai/conversations': defineRoute({
    ...route,
    summary: 'List the caller’s conversations with the assistant: pinned ones first, then those asked in last',
    audit: { action: 'assistant.list', when: 'denied' },
    input: { query: z.strictObject({ search: z.string().trim().max(200).default('') }) },
    output: z.object({ conversations: z.array(conversation) }),
    errors: [],
  }),
  'GET /api/v1/openai/conversations/:id': defineRoute({
    ...route,
    summary: 'Read one of the caller’s conversations with the assistant, with their ratings',
    audit: { action: 'assistant.read', when: 'denied' },
    input: { params },
    output: z.object({ conversation, messages: z.array(ratedMessage) }),
    errors: [],
  }),
  'PATCH /api/v1/openai/conversations/:id': defineRoute({
    ...route,
    summary: 'Rename, pin or unpin one of the caller’s conversations with the assistant',
    audit: { action: 'assistant.change', when: 'denied' },
    input: {
      params,
      body: z.strictObject({
        title: z.string().overwrite(visibleLine).min(1).max(CONVERSATION_LIMITS.title).optional(),
        pinned: z.boolean().optional(),
      }),
    },
    output: conversation,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/openai/conversations/:id': defineRoute({
    ...route,
    summary: 'Delete one of the caller’s conversations with the assistant; it can be restored for a day',
    audit: { action: 'assistant.delete', when: 'always' },
    input: { params },
    output: z.object({ deleted: z.literal(true) }),
    errors: [],
  }),
  'POST /api/v1/openai/conversations/:id/restore': defineRoute({
    ...route,
    summary: 'Restore a deleted conversation of the caller’s with the assistant',
    audit: { action: 'assistant.restore', when: 'always' },
    input: { params },
    output: conversation,
    errors: ['CONFLICT'],
  }),
  'PUT /api/v1/openai/conversations/:id/share': defineRoute({
    ...route,
    summary: 'Let the tenant’s people read what one of the caller’s conversations contains now',
    audit: { action: 'assistant.share', when: 'always' },
    input: { params },
    output: conversation,
    errors: [],
  }),
  'DELETE /api/v1/openai/conversations/:id/share': defineRoute({
    ...route,
    summary: 'Stop sharing one of the caller’s conversations',
    audit: { action: 'assistant.unshare', when: 'always' },
    input: { params },
    output: conversation,
    errors: [],
  }),
  'PUT /api/v1/openai/conversations/:id/messages/:number/rating': defineRoute({
    ...route,
    summary: 'Rate an answer in one of the caller’s conversations; null removes the rating',
    audit: { action: 'assistant.rate', when: 'denied' },
    input: {
      params: z.strictObject({ id: z.uuid(), number: z.coerce.number<string>().int().nonnegative().max(1000) }),
      body: z.strictObject({
        rating: rating
          .refine(({ value, reason }) => reason === null || value === 'unhelpful', {
            error: 'Only an answer that did not help has a reason.',
            path: ['reason'],
          })
          .nullable(),
      }),
    },
    output: z.object({ rating: rating.nullable() }),
    errors: [],
  }),
  'PUT /api/v1/openai/conversations/:id/messages/:number/query': defineRoute({
    ...route,
    summary: 'Replace the query of an answer with figures: a part of its reading was changed, or a meaning chosen',
    audit: { action: 'assistant.change', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: {
      params: z.strictObject({ id: z.uuid(), number: z.coerce.number<string>().int().nonnegative().max(1000) }),
      body: z.strictObject({ query: semanticQuery }),
    },
    output: ratedMessage,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'GET /api/v1/openai/shared/:id': defineRoute({
    ...route,
    summary: 'Read a conversation that someone in the tenant has shared',
    audit: { action: 'assistant.readShared', when: 'denied' },
    input: { params },
    output: sharedConversation,
    errors: [],
  }),
} as const;
