import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { semanticQuery } from './query/query.ts';
import { questionChoice } from './questions.ts';

/** Limits of a conversation: characters per question and per answer, and total messages. */
export const ASSISTANT_LIMITS = { question: 2000, answer: 6000, messages: 100 } as const;

const role = z.enum(['user', 'assistant']);

/**
 * What an answer with figures is of. The content says it in words; a reader who can show more runs the query again, with
 * the rights of that moment.
 */
export const assistantData = z.object({
  question: z.string(),
  /** Null where the question has several meanings, or none. */
  query: semanticQuery.nullable(),
  view: z.enum(['chart', 'table']).nullable(),
  /** The meanings to choose from, or what can be answered instead. */
  choices: z.array(questionChoice).max(4),
  /** What the content says besides the figures, as markdown: passages about the question. */
  passages: z.string(),
  /**
   * A language model's sentence about the query's result as plain text, with places such as `{{r1.c2}}` where its figures
   * stand: `placeFigures`. Omitted where there is none.
   */
  sentence: z.string().optional(),
});
export type AssistantData = z.infer<typeof assistantData>;

export const assistantMessage = z.object({
  role,
  /** Questions are plain text, answers are markdown. */
  content: z.string(),
  /** Position in the conversation, counted from 0. */
  index: z.int().nonnegative(),
  /** The current time is used where it is missing. */
  timestamp: z.iso.datetime().optional(),
  /** Of an answer about the tenant's figures. */
  data: assistantData.optional(),
});
export type AssistantMessage = z.infer<typeof assistantMessage>;

/**
 * `openAIRequest.messages` holds the earlier messages and the new one, as in common chat protocols. The server only
 * validates their shape; it takes the history from its own record.
 */
export const assistantQuestion = z
  .strictObject({
    message: z.string().trim().min(1).max(ASSISTANT_LIMITS.question),
    /** Null starts a new conversation. */
    chatId: z.uuid().nullable(),
    /** The query that is shown now, where a part of the last answer was changed: the question may follow it. */
    previous: semanticQuery.optional(),
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
    { error: 'The last message must be the new question.', path: ['openAIRequest', 'messages'] },
  );
export type AssistantQuestion = z.output<typeof assistantQuestion>;

export const assistantAnswer = z.object({
  chatId: z.uuid(),
  message: z.object({ content: z.string() }),
  /** The complete conversation, ending with the new question and its answer. */
  conversationHistory: z.array(assistantMessage),
});
export type AssistantAnswer = z.infer<typeof assistantAnswer>;

/** Why a language model gave no answer: it was too slow, has too many requests, or failed; or the conversation is gone or full. */
export const ANSWER_FAILURES = ['slow', 'busy', 'unavailable', 'conversation'] as const;
export type AnswerFailure = (typeof ANSWER_FAILURES)[number];

/** One event of an answer as it is written, for clients that accept server-sent events. The last one is `answered` or `failed`. */
export const answerEvent = z.discriminatedUnion('type', [
  /** The question is accepted. */
  z.object({ type: z.literal('started') }),
  /** From this position on, in UTF-16 code units, the answer so far is this text. */
  z.object({ type: z.literal('text'), from: z.int().nonnegative(), text: z.string() }),
  z.object({ type: z.literal('answered'), answer: assistantAnswer }),
  /** Nothing of the turn is stored. */
  z.object({ type: z.literal('failed'), reason: z.enum(ANSWER_FAILURES) }),
]);
export type AnswerEvent = z.infer<typeof answerEvent>;

/** What answers are written with now. */
export const assistantMode = z.object({
  /** Name of the language model; null: there is none, and answers are figures and quotations. */
  model: z.string().nullable(),
  /** The tenant has used up what it may use of the model this month: until it ends, answers are as without one. */
  isUsedUp: z.boolean(),
});
export type AssistantMode = z.infer<typeof assistantMode>;

const route = { permission: 'assistant.use', tenant: 'tenant' } as const;
const params = z.strictObject({ id: z.uuid() });

export const assistantRoutes = {
  'GET /api/v1/openai/mode': defineRoute({
    ...route,
    summary: 'Read whether the assistant answers with a language model',
    audit: { action: 'assistant.read', when: 'denied' },
    input: {},
    output: assistantMode,
    errors: [],
  }),
  'POST /api/v1/openai/confluence/chat': defineRoute({
    ...route,
    summary: 'Ask the assistant; answers cite sources that the caller can open',
    audit: { action: 'assistant.ask', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: assistantQuestion },
    output: assistantAnswer,
    events: answerEvent,
    errors: ['CONFLICT', 'ASSISTANT_UNAVAILABLE'],
  }),
  'GET /api/v1/openai/confluence/chat/:id': defineRoute({
    ...route,
    summary: 'Read one of the caller’s conversations with the assistant by its chatId',
    audit: { action: 'assistant.read', when: 'denied' },
    input: { params },
    output: z.array(assistantMessage),
    errors: [],
  }),
  'DELETE /api/v1/openai/confluence/chat/:id': defineRoute({
    ...route,
    summary: 'Delete one of the caller’s conversations with the assistant',
    audit: { action: 'assistant.clear', when: 'always' },
    input: { params },
    output: z.object({ deleted: z.literal(true) }),
    errors: [],
  }),
} as const;
