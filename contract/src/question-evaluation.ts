import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { semanticQuery } from './query/query.ts';
import { QUESTION_LIMITS } from './questions.ts';
import { LANGUAGES } from './values/text.ts';
import { EVALUATION_GRADES, EVALUATION_LIMITS, EVALUATION_MODES, EVALUATION_SETS } from './values/evaluation-words.ts';

const language = z.enum(LANGUAGES);
const text = z.string().trim().min(1, 'Enter a question.').max(QUESTION_LIMITS.length);

/** A question with what it should be understood as. */
const evaluationQuestion = z.object({
  id: z.uuid(),
  text: z.string(),
  language,
  /** Null: nothing in the data answers it. */
  expected: semanticQuery.nullable(),
  /** What the expected figures are of, as it was when the question was saved; null for none. */
  expectedTitle: z.string().nullable(),
  /** Email address of who saved it; null: not known. */
  author: z.string().nullable(),
  savedAt: z.iso.datetime(),
});
export type EvaluationQuestion = z.infer<typeof evaluationQuestion>;

const newQuestion = z.strictObject({ text, language, expected: semanticQuery.nullable() });
export type NewEvaluationQuestion = z.output<typeof newQuestion>;

const count = z.int().nonnegative();

/** One pass over a set of questions. */
const evaluationRun = z.object({
  id: z.uuid(),
  set: z.enum(EVALUATION_SETS),
  mode: z.enum(EVALUATION_MODES),
  /** `failed` with a reason; a run whose server stopped has failed, too. */
  status: z.enum(['running', 'done', 'canceled', 'failed']),
  failure: z.enum(['budget', 'model', 'data', 'stopped']).nullable(),
  total: count,
  done: count,
  right: count,
  /** Figures for something else than what was meant, or where nothing answers. */
  wrong: count,
  /** No figures although there are some: asked back or refused. */
  missed: count,
  /** Email address of who began it. */
  author: z.string().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type EvaluationRun = z.infer<typeof evaluationRun>;

/** How one question was understood in a run. */
const evaluationResult = z.object({
  text: z.string(),
  language,
  /** What was expected in words; null: no answer. */
  expected: z.string().nullable(),
  grade: z.enum(EVALUATION_GRADES),
  /** How it was understood: the title of the figures, the choices that were offered, or why there are none. */
  kind: z.enum(['reading', 'choices', 'refusal']),
  found: z.string(),
  /** The parts of the reading, in words. */
  parts: z.array(z.string()),
});
export type EvaluationResult = z.infer<typeof evaluationResult>;

const overview = z.object({
  /** Whether a language model can be evaluated here. */
  hasModel: z.boolean(),
  /** Questions that are shipped for the tenant's model; 0 where it is no sample model. */
  shipped: count,
  /** The newest first. */
  questions: z.array(evaluationQuestion).max(EVALUATION_LIMITS.questions),
  runs: z.array(evaluationRun).max(EVALUATION_LIMITS.runs),
});
export type EvaluationOverview = z.infer<typeof overview>;

const params = z.strictObject({ id: z.uuid() });
const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;

export const questionEvaluationRoutes = {
  'GET /api/v1/question-evaluation': defineRoute({
    ...administration,
    summary: 'Read the tenant’s evaluation questions and the scores of the runs over them',
    audit: { action: 'evaluation.read', when: 'denied' },
    input: {},
    output: overview,
    errors: [],
  }),
  'POST /api/v1/question-evaluation/questions': defineRoute({
    ...administration,
    summary: 'Add a question with the query that it should be understood as, or with no answer',
    audit: { action: 'evaluation.question.save', when: 'always' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: newQuestion },
    output: evaluationQuestion,
    errors: ['CONFLICT', 'QUERY_INVALID', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'PUT /api/v1/question-evaluation/questions/:id': defineRoute({
    ...administration,
    summary: 'Change an evaluation question',
    audit: { action: 'evaluation.question.save', when: 'always' },
    bodyBytes: DOCUMENT_BYTES,
    input: { params, body: newQuestion },
    output: evaluationQuestion,
    errors: ['CONFLICT', 'QUERY_INVALID', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'DELETE /api/v1/question-evaluation/questions/:id': defineRoute({
    ...administration,
    summary: 'Delete an evaluation question',
    audit: { action: 'evaluation.question.delete', when: 'always' },
    input: { params },
    output: z.object({ deleted: z.literal(true) }),
    errors: [],
  }),
  'POST /api/v1/question-evaluation/runs': defineRoute({
    ...administration,
    summary: 'Run a set of questions in the background, with the rights of the caller',
    audit: { action: 'evaluation.run', when: 'always' },
    input: { body: z.strictObject({ set: z.enum(EVALUATION_SETS), mode: z.enum(EVALUATION_MODES) }) },
    output: evaluationRun,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/question-evaluation/runs/:id': defineRoute({
    ...administration,
    summary: 'Read a run with the result of each question',
    audit: { action: 'evaluation.run.read', when: 'denied' },
    input: { params },
    output: z.object({ run: evaluationRun, results: z.array(evaluationResult) }),
    errors: [],
  }),
  'DELETE /api/v1/question-evaluation/runs/:id': defineRoute({
    ...administration,
    summary: 'Cancel a run that is running, or delete one that has ended',
    audit: { action: 'evaluation.run.delete', when: 'always' },
    input: { params },
    output: z.object({ deleted: z.literal(true) }),
    errors: [],
  }),
} as const;
