import { z } from 'zod';
import { defineRoute } from './define-route.ts';

/** Bounds of a conversation: characters of a question and of an answer, and messages of both together. */
export const ASSISTANT_LIMITS = { question: 2000, answer: 6000, messages: 100 } as const;

const role = z.enum(['user', 'assistant']);

export const assistantMessage = z.object({
  role,
  /** A question is plain text, an answer is markdown. */
  content: z.string(),
  /** From 0, one more for each message. */
  index: z.int().nonnegative(),
  /** Where it is missing, the reader's clock counts. */
  timestamp: z.iso.datetime().optional(),
});
export type AssistantMessage = z.infer<typeof assistantMessage>;

/**
 * `openAIRequest.messages` are the earlier messages and the new one, as chat protocols have them. The server looks at
 * their form only: what was said before, it knows from its own record.
 */
export const assistantQuestion = z
  .strictObject({
    message: z.string().trim().min(1).max(ASSISTANT_LIMITS.question),
    /** Null begins a conversation. */
    chatId: z.uuid().nullable(),
    openAIRequest: z.strictObject({
      messages: z
        .array(z.object({ role, content: z.string().max(ASSISTANT_LIMITS.answer) }))
        .min(1)
        .max(ASSISTANT_LIMITS.messages),
    }),
  })
  .refine(
    ({ message, openAIRequest }) => {
      const last = openAIRequest.messages.at(-1);
      return last?.role === 'user' && last.content.trim() === message;
    },
    { error: 'The last message is the new one.', path: ['openAIRequest', 'messages'] },
  );
export type AssistantQuestion = z.output<typeof assistantQuestion>;

export const assistantAnswer = z.object({
  chatId: z.uuid(),
  message: z.object({ content: z.string() }),
  /** The whole conversation, the new question and its answer last. */
  conversationHistory: z.array(assistantMessage),
});
export type AssistantAnswer = z.infer<typeof assistantAnswer>;

const route = { permission: 'assistant.use', tenant: 'tenant' } as const;
const params = z.strictObject({ id: z.uuid() });

export const assistantRoutes = {
  'POST /api/v1/openai/confluence/chat': defineRoute({
    ...route,
    summary: 'Ask the assistant; it answers from what the caller may open, with its sources',
    audit: { action: 'assistant.ask', when: 'denied' },
    input: { body: assistantQuestion },
    output: assistantAnswer,
    errors: ['CONFLICT', 'ASSISTANT_UNAVAILABLE'],
  }),
  'GET /api/v1/openai/confluence/chat/:id': defineRoute({
    ...route,
    summary: 'Read one of one’s own conversations with the assistant, by its chatId',
    audit: { action: 'assistant.read', when: 'denied' },
    input: { params },
    output: z.array(assistantMessage),
    errors: [],
  }),
  'DELETE /api/v1/openai/confluence/chat/:id': defineRoute({
    ...route,
    summary: 'Delete one of one’s own conversations with the assistant',
    audit: { action: 'assistant.clear', when: 'always' },
    input: { params },
    output: z.object({ deleted: z.literal(true) }),
    errors: [],
  }),
} as const;
