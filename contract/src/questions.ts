import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { semanticQuery } from './query/query.ts';
import { measureFormat } from './values/measure-format.ts';
import { LANGUAGES } from './values/text.ts';

/** Limits of a question: characters, and choices where it has several meanings. */
export const QUESTION_LIMITS = { length: 500, choices: 4 } as const;

/** Another query that a question could mean, with what it is of. */
export const questionChoice = z.object({ title: z.string(), query: semanticQuery });
export type QuestionChoice = z.infer<typeof questionChoice>;

/** One part of how a question was understood. */
export const readingPart = z.object({
  /** Identifies the part within the reading: 'measure:members'. */
  key: z.string(),
  role: z.enum(['measure', 'group', 'filter', 'condition', 'time', 'order', 'calculation', 'comparison']),
  /** The words of the question that it comes from; null where they are none's or the part was chosen. */
  words: z.object({ offset: z.int().nonnegative(), text: z.string() }).nullable(),
  /** What the words became, in the reader's language. */
  meaning: z.string(),
  /** Of a measure. */
  definition: z.string().nullable(),
  /** Of a measure: comparisons have their figures in columns without one. */
  format: measureFormat.nullable(),
  /** What else the part could be, each with the query that results. */
  alternatives: z.array(questionChoice),
  /** The query without the part; null where it needs it. */
  without: semanticQuery.nullable(),
});
export type ReadingPart = z.infer<typeof readingPart>;

export const questionReading = z.object({
  /** What the figures are of: “Delinquency ratio by State”. */
  title: z.string(),
  query: semanticQuery,
  parts: z.array(readingPart),
  /** Titles of the values of its groups, where the model has them: code to title in the reader's language. */
  labels: z.record(z.string(), z.record(z.string(), z.string())),
  /** How the question wants to see it; null where it does not say. */
  view: z.enum(['chart', 'table']).nullable(),
});
export type QuestionReading = z.infer<typeof questionReading>;

/** Why no figure answers a question. */
export const refusalReason = z.enum([
  'unknown_words',
  'no_measure',
  'why',
  'unused_words',
  'no_group',
  'no_date',
  'not_additive',
  'not_comparable',
  'no_dates',
  'one_date',
  'no_home',
]);
export type RefusalReason = z.infer<typeof refusalReason>;

/** How a question was understood: as one query, as one of several, or as none. */
export const questionAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reading'), reading: questionReading }),
  z.object({ kind: z.literal('choices'), choices: z.array(questionChoice).max(QUESTION_LIMITS.choices) }),
  z.object({
    kind: z.literal('refusal'),
    reason: refusalReason,
    /** The reason as a sentence in the reader's language. */
    message: z.string(),
    /** Words of the question that nothing in the model is called. */
    unknown: z.array(z.object({ offset: z.int().nonnegative(), text: z.string() })),
    /** What can be answered that is nearest to the question. */
    nearest: z.array(questionChoice).max(QUESTION_LIMITS.choices),
  }),
]);
export type QuestionAnswer = z.infer<typeof questionAnswer>;

export const questionRequest = z.strictObject({
  question: z.string().trim().max(QUESTION_LIMITS.length),
  /** Of numbers in the question, and of the answer's texts. Words are understood in both. */
  language: z.enum(LANGUAGES),
  /** The query that the question may follow: “and in Texas?” */
  previous: semanticQuery.optional(),
  /** An alternative that was chosen: it is described instead of the question. */
  query: semanticQuery.optional(),
});
export type QuestionRequest = z.output<typeof questionRequest>;

export const questionRoutes = {
  'POST /api/v1/questions': defineRoute({
    summary: 'Understand a question in words as a semantic query, with its parts and their alternatives',
    permission: 'query.run',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'question.read', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: questionRequest },
    output: questionAnswer,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
