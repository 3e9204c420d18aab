import type {
  EvaluationMode,
  EvaluationOverview,
  EvaluationQuestion,
  EvaluationResult,
  EvaluationRun,
  EvaluationSet,
  Language,
  NewEvaluationQuestion,
  QuestionAnswer,
  SemanticQuery,
} from '@rise/contract';
import { EVALUATION_LIMITS } from '@rise/contract';
import { QueryError } from '@rise/engine';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { RunningWork } from '../jobs/running-work.ts';
import { noteJobFailure, noteJobStopped, traceJob } from '../jobs/trace-job.ts';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, Mode, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { inChatbot } from '../tenants/tenants.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { expectedText, foundIn, gradeAnswer, type GradedQuestion, type GradingContext } from './grading.rules.ts';
import * as sql from './question-evaluation.sql.ts';
import { shippedQuestions } from './shipped-questions.ts';

export interface QuestionPart {
  readonly question: string;
  readonly language: Language;
  readonly previous: SemanticQuery | null;
}

/** How a question is understood in a mode, with the actor's rights. */
export type ReadQuestion = (actor: TenantActor, part: QuestionPart, signal: AbortSignal) => Promise<QuestionAnswer>;

/** The tenant may use no more of the language model, or there is no answer of it. */
export class NoModel extends Error {
  readonly failure: 'budget' | 'model';
  constructor(failure: 'budget' | 'model') {
    super(failure);
    this.failure = failure;
  }
}

export interface QuestionEvaluationOptions {
  readonly database: Database;
  readonly warehouses: WarehouseService;
  /** Whether tenants have the assistant unless they are set otherwise. */
  readonly enabled: boolean;
  readonly log: Logger;
  readonly author: (actor: TenantActor) => Promise<string | null>;
  /** The title of a query; QUERY_INVALID or a `QueryError` where it has no meaning. */
  readonly titleOf: (actor: TenantActor, query: SemanticQuery, language: Language) => Promise<string>;
  readonly readers: {
    readonly rules: ReadQuestion;
    /** Null: there is no language model. */ readonly model: ReadQuestion | null;
  };
}

class Stopped extends Error {}

/** Questions whose results are stored together. */
const BATCH = 5;

/** A tenant's evaluation questions, and the runs over them and over the shipped ones. */
export class QuestionEvaluationService {
  readonly #options: QuestionEvaluationOptions;
  readonly #work = new RunningWork();

  constructor(options: QuestionEvaluationOptions) {
    this.#options = options;
  }

  async close(): Promise<void> {
    await this.#work.stopAll(new Stopped('The server is stopping.'));
  }

  async read(actor: TenantActor): Promise<EvaluationOverview> {
    const { questions, runs } = await this.#inTenant(
      actor,
      async (tx) => ({
        questions: await sql.listQuestions(tx),
        runs: await sql.listRuns(tx, EVALUATION_LIMITS.runs),
      }),
      'reads',
    );
    return {
      hasModel: this.#options.readers.model !== null,
      shipped: (await this.#shipped(actor)).questions.length,
      questions: questions.map(toQuestion),
      runs: runs.map(toRun),
    };
  }

  /** Adds a question, or changes the one with this id. CONFLICT for one that is there already, or one too many. */
  async save(actor: TenantActor, id: string | null, question: NewEvaluationQuestion): Promise<EvaluationQuestion> {
    const { text, language, expected } = question;
    const expectedTitle = expected === null ? null : await this.#titleOf(actor, expected, language);
    const author = await this.#options.author(actor);
    const own = { text, language, expected, expectedTitle, author };
    return this.#inTenant(actor, async (tx) => {
      const count = await sql.lockQuestions(tx);
      if (id !== null && !(await sql.hasQuestion(tx, id))) throw notFound();
      if (await sql.hasText(tx, own, id)) throw new UserError('CONFLICT', 'This question is there already.');
      if (id === null && count >= EVALUATION_LIMITS.questions)
        throw new UserError(
          'CONFLICT',
          `There are ${EVALUATION_LIMITS.questions} questions. Delete one of them first.`,
        );
      return toQuestion(id === null ? await sql.insertQuestion(tx, own) : await sql.updateQuestion(tx, id, own));
    });
  }

  async delete(actor: TenantActor, id: string): Promise<void> {
    await this.#inTenant(actor, async (tx) => {
      if (!(await sql.deleteQuestion(tx, id))) throw notFound();
    });
  }

  /** Begins a run with the actor's rights. CONFLICT while another one runs, without questions, or without a model. */
  async begin(actor: TenantActor, { set, mode }: { set: EvaluationSet; mode: EvaluationMode }): Promise<EvaluationRun> {
    const read = this.#options.readers[mode];
    if (!read) throw new UserError('CONFLICT', 'There is no language model here.');
    const { main, questions } = set === 'own' ? await this.#own(actor) : await this.#shipped(actor);
    if (questions.length === 0) throw new UserError('CONFLICT', 'There are no questions to run.');
    const id = randomUUID();
    const author = await this.#options.author(actor);
    const work = this.#work.begin(id);
    try {
      const run = { id, set, mode, total: questions.length, author };
      const isAlone = await this.#inTenant(actor, (tx) => sql.insertRun(tx, run, EVALUATION_LIMITS.runs));
      if (!isAlone) throw new UserError('CONFLICT', 'Another run has not ended. Wait for it, or cancel it.');
    } catch (error) {
      work.end();
      throw error;
    }
    // The record is of the request that began it.
    const { record: _record, ...reader } = actor;
    const ask = (part: QuestionPart) => read({ ...reader, figuresRevision: null }, part, work.signal);
    const run = () => this.#run(actor.tenantId, { id, questions, main, ask }, work.signal);
    void traceJob('evaluation', actor.tenantId, run).finally(work.end);
    return (await this.result(actor, id)).run;
  }

  async result(actor: TenantActor, id: string): Promise<{ run: EvaluationRun; results: EvaluationResult[] }> {
    const found = await this.#inTenant(actor, (tx) => sql.findRun(tx, id), 'reads');
    if (!found) throw notFound();
    return { run: toRun(found), results: found.results };
  }

  /** Cancels a run that is running, which keeps the results so far; deletes one that has ended. */
  async cancel(actor: TenantActor, id: string): Promise<void> {
    await this.#inTenant(actor, async (tx) => {
      if (!(await sql.endRun(tx, id, { status: 'canceled' })) && !(await sql.deleteRun(tx, id))) throw notFound();
    });
    // Another server notices when it stores the next results.
    await this.#work.stop(id, new Stopped('The run was canceled.'));
  }

  async #run(
    tenantId: string,
    {
      id,
      questions,
      main,
      ask,
    }: {
      id: string;
      questions: readonly GradedQuestion[];
      main: string;
      ask: (part: QuestionPart) => Promise<QuestionAnswer>;
    },
    signal: AbortSignal,
  ): Promise<void> {
    const { database, log } = this.#options;
    const end = (how: Parameters<typeof sql.endRun>[2]) =>
      database.withTenant(systemIn(tenantId), (tx) => sql.endRun(tx, id, how));
    try {
      const asOf = (await this.#warehouse(systemIn(tenantId)))?.version.asOf ?? null;
      for (let from = 0; from < questions.length; from += BATCH) {
        const results: EvaluationResult[] = [];
        for (const question of questions.slice(from, from + BATCH)) {
          signal.throwIfAborted();
          results.push(await evaluate(question, ask, { main, year: asOf === null ? 0 : Number(asOf.slice(0, 4)) }));
        }
        const goesOn = await database.withTenant(systemIn(tenantId), (tx) => sql.appendResults(tx, id, results));
        if (!goesOn) return noteJobStopped();
      }
      await end({ status: 'done' });
    } catch (error) {
      if (signal.aborted) {
        noteJobStopped();
        await end({ status: 'failed', failure: 'stopped' }).catch(() => undefined);
        return;
      }
      const failure = error instanceof NoModel ? error.failure : 'data';
      noteJobFailure(failure);
      if (failure === 'data') log.warn({ err: error, run: id }, 'evaluation failed');
      // It is seen as failed once it has been silent for long.
      await end({ status: 'failed', failure }).catch((lost: unknown) =>
        log.warn({ err: lost, run: id }, 'failed evaluation not recorded'),
      );
    }
  }

  async #own(actor: TenantActor): Promise<{ main: string; questions: GradedQuestion[] }> {
    const rows = await this.#inTenant(actor, sql.listQuestions, 'reads');
    const questions = rows.toReversed().map(({ text, language, expected, expectedTitle }): GradedQuestion => ({
      text,
      language,
      expected: expected === null ? { kind: 'none' } : { kind: 'query', query: expected, title: expectedTitle ?? '' },
    }));
    return { main: '', questions };
  }

  /** None while the tenant's data cannot be read. */
  async #shipped(actor: TenantActor): Promise<{ main: string; questions: GradedQuestion[] }> {
    const warehouse = await this.#warehouse(actor);
    return shippedQuestions(warehouse?.model.model.name ?? '');
  }

  #warehouse(actor: TenantActor): Promise<Warehouse | null> {
    return this.#options.database.withTenant(actor, (tx) => this.#options.warehouses.find(tx), 'reads');
  }

  async #titleOf(actor: TenantActor, query: SemanticQuery, language: Language): Promise<string> {
    try {
      return await this.#options.titleOf(actor, query, language);
    } catch (error) {
      if (error instanceof QueryError) throw new UserError('QUERY_INVALID', error.message);
      throw error;
    }
  }

  #inTenant<T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>, mode: Mode = 'writes'): Promise<T> {
    return inChatbot(this.#options, actor, work, mode);
  }
}

async function evaluate(
  { text, language, expected }: GradedQuestion,
  ask: (part: QuestionPart) => Promise<QuestionAnswer>,
  context: GradingContext,
): Promise<EvaluationResult> {
  let answer: QuestionAnswer | null = null;
  let previous: SemanticQuery | null = null;
  for (const question of text.split(' | ')) {
    answer = await ask({ question, language, previous });
    if (answer.kind === 'reading') previous = answer.reading.query;
  }
  return {
    text,
    language,
    expected: expectedText(expected),
    grade: gradeAnswer(answer!, expected, context),
    ...foundIn(answer!),
  };
}

const toQuestion = ({ savedAt, ...row }: sql.QuestionRow): EvaluationQuestion => ({
  ...row,
  savedAt: savedAt.toISOString(),
});

const toRun = ({ startedAt, endedAt, ...row }: sql.RunRow): EvaluationRun => ({
  ...row,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});
