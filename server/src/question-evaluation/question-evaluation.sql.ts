import type {
  EvaluationMode,
  EvaluationResult,
  EvaluationRun,
  EvaluationSet,
  Language,
  SemanticQuery,
} from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

export interface QuestionRow {
  id: string;
  text: string;
  language: Language;
  expected: SemanticQuery | null;
  expectedTitle: string | null;
  author: string | null;
  savedAt: Date;
}

const QUESTION = fragment`id, text, language, expected, expected_title AS "expectedTitle", author, saved_at AS "savedAt"`;

/** The newest first. */
export function listQuestions(tx: TenantTx): Promise<QuestionRow[]> {
  return tx.rows<QuestionRow>`
    SELECT ${QUESTION} FROM evaluation_question WHERE tenant_id = ${tx.tenantId} ORDER BY saved_at DESC, id`;
}

export type NewQuestion = Omit<QuestionRow, 'id' | 'savedAt'>;

/** Until the transaction ends, no other question is saved in the tenant. Returns how many there are. */
export async function lockQuestions(tx: TenantTx): Promise<number> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('evaluation ' || ${tx.tenantId}::text, 0))`;
  const row = await tx.first<{ count: number }>`
    SELECT count(*)::integer AS count FROM evaluation_question WHERE tenant_id = ${tx.tenantId}`;
  return row!.count;
}

/** Whether another question than this has the same text. */
export async function hasText(tx: TenantTx, { text, language }: NewQuestion, id: string | null): Promise<boolean> {
  const row = await tx.first`
    SELECT 1 FROM evaluation_question
     WHERE tenant_id = ${tx.tenantId} AND language = ${language} AND text = ${text} AND id IS DISTINCT FROM ${id}::uuid`;
  return row !== null;
}

export async function insertQuestion(tx: TenantTx, question: NewQuestion): Promise<QuestionRow> {
  const row = await tx.first<QuestionRow>`
    INSERT INTO evaluation_question (tenant_id, text, language, expected, expected_title, author)
    VALUES (${tx.tenantId}, ${question.text}, ${question.language}, ${jsonOf(question)}::jsonb,
            ${question.expectedTitle}, ${question.author})
    RETURNING ${QUESTION}`;
  return row!;
}

export async function hasQuestion(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.first`SELECT 1 FROM evaluation_question WHERE tenant_id = ${tx.tenantId} AND id = ${id}`) !== null;
}

/** Of one that is there. */
export async function updateQuestion(tx: TenantTx, id: string, question: NewQuestion): Promise<QuestionRow> {
  const row = await tx.first<QuestionRow>`
    UPDATE evaluation_question SET text = ${question.text}, language = ${question.language},
           expected = ${jsonOf(question)}::jsonb, expected_title = ${question.expectedTitle},
           author = ${question.author}, saved_at = clock_timestamp()
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} RETURNING ${QUESTION}`;
  return row!;
}

const jsonOf = ({ expected }: NewQuestion) => (expected === null ? null : JSON.stringify(expected));

export async function deleteQuestion(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run`DELETE FROM evaluation_question WHERE tenant_id = ${tx.tenantId} AND id = ${id}`) > 0;
}

export interface RunRow {
  id: string;
  set: EvaluationSet;
  mode: EvaluationMode;
  status: EvaluationRun['status'];
  failure: EvaluationRun['failure'];
  total: number;
  done: number;
  right: number;
  wrong: number;
  missed: number;
  author: string | null;
  startedAt: Date;
  endedAt: Date | null;
}

/** A run that has been silent for five minutes has lost its server. */
const LOST = fragment`status = 'running' AND renewed_at < now() - interval '5 minutes'`;
const RUN = fragment`id, question_set AS set, mode,
  CASE WHEN status = 'running' AND renewed_at < now() - interval '5 minutes' THEN 'failed' ELSE status END AS status,
  CASE WHEN status = 'running' AND renewed_at < now() - interval '5 minutes' THEN 'stopped' ELSE failure END AS failure,
  total, jsonb_array_length(results) AS done,
  (SELECT count(*)::integer FROM jsonb_array_elements(results) r WHERE r->>'grade' = 'right') AS right,
  (SELECT count(*)::integer FROM jsonb_array_elements(results) r WHERE r->>'grade' = 'wrong') AS wrong,
  (SELECT count(*)::integer FROM jsonb_array_elements(results) r WHERE r->>'grade' = 'missed') AS missed,
  author, started_at AS "startedAt", ended_at AS "endedAt"`;

/** The newest first. */
export function listRuns(tx: TenantTx, most: number): Promise<RunRow[]> {
  return tx.rows<RunRow>`
    SELECT ${RUN} FROM evaluation_run WHERE tenant_id = ${tx.tenantId} ORDER BY started_at DESC, id LIMIT ${most}`;
}

export function findRun(tx: TenantTx, id: string): Promise<(RunRow & { results: EvaluationResult[] }) | null> {
  return tx.first<RunRow & { results: EvaluationResult[] }>`
    SELECT ${RUN}, results FROM evaluation_run WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export interface NewRun {
  readonly id: string;
  readonly set: EvaluationSet;
  readonly mode: EvaluationMode;
  readonly total: number;
  readonly author: string | null;
}

/** False where another one is running. Old runs beyond so many are deleted. */
export async function insertRun(tx: TenantTx, run: NewRun, most: number): Promise<boolean> {
  await tx.run`
    UPDATE evaluation_run SET status = 'failed', failure = 'stopped', ended_at = now()
     WHERE tenant_id = ${tx.tenantId} AND ${LOST}`;
  const inserted = await tx.run`
    INSERT INTO evaluation_run (tenant_id, id, question_set, mode, total, author)
    VALUES (${tx.tenantId}, ${run.id}, ${run.set}, ${run.mode}, ${run.total}, ${run.author})
    ON CONFLICT (tenant_id) WHERE status = 'running' DO NOTHING`;
  await tx.run`
    DELETE FROM evaluation_run WHERE tenant_id = ${tx.tenantId} AND id IN (
      SELECT id FROM evaluation_run WHERE tenant_id = ${tx.tenantId} ORDER BY started_at DESC OFFSET ${most})`;
  return inserted > 0;
}

/** False where the run was canceled or deleted meanwhile. */
export async function appendResults(tx: TenantTx, id: string, results: readonly EvaluationResult[]): Promise<boolean> {
  const updated = await tx.run`
    UPDATE evaluation_run SET results = results || ${JSON.stringify(results)}::jsonb, renewed_at = now()
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
  return updated > 0;
}

/** Ends a run that is running; false where there is none. */
export async function endRun(
  tx: TenantTx,
  id: string,
  { status, failure = null }: { status: 'done' | 'canceled' | 'failed'; failure?: EvaluationRun['failure'] },
): Promise<boolean> {
  const updated = await tx.run`
    UPDATE evaluation_run SET status = ${status}, failure = ${failure}, ended_at = now()
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
  return updated > 0;
}

export async function deleteRun(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run`DELETE FROM evaluation_run WHERE tenant_id = ${tx.tenantId} AND id = ${id}`) > 0;
}
