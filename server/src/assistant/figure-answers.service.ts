import {
  type AssistantData,
  type Language,
  type QueryResult,
  type QuestionAnswer,
  type SemanticQuery,
} from '@rise/contract';
import { EngineBusy, QueryError, QueryTimeout, reportedIn, WarehouseUnavailable } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { QueryService } from '../query/query.service.ts';
import type { QuestionService } from '../questions/questions.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { choicesMarkdown, figureMarkdown, type PlainAnswer } from './figure-text.rules.ts';

interface FigureQuestion {
  readonly question: string;
  /** The query that the question may follow. */
  readonly previous: SemanticQuery | null;
}
interface Context {
  readonly actor: TenantActor;
  readonly language: Language;
  readonly signal: AbortSignal;
}
export interface FigureAnswer extends PlainAnswer {
  /** The question is also one of meaning, or could be: passages belong before the figures. */
  readonly needsPassages: boolean;
}

/** Longer texts are no question about figures. */
const LONGEST = 500;
/** Asks what something is, or how something is done: passages answer that. */
const DEFINITION =
  /\b(?:what (?:is|are|does|do)|what['’]s|define|definition|meaning|explain|describe)\b|(?:^|\s)(?:nedir|ne demek|nelerdir|tanımı|açıkla\p{L}*|anlat\p{L}*)(?=$|[\s?.!])/iu;
const HOW_TO =
  /^\s*(?:how (?:do|can|should|would|to)|where (?:do|can|is|are)|can i|may i|who are you|nasıl|nereden|nerede)\b|(?:^|\s)(?:nasıl|nereden|nerede)(?=$|[\s?.!])/iu;

/** Answers questions about the tenant's data by their reading, with the asker's rights. */
export class FigureAnswers {
  readonly #questions: QuestionService;
  readonly #queries: QueryService;
  readonly #warehouses: WarehouseService;

  constructor(options: { questions: QuestionService; queries: QueryService; warehouses: WarehouseService }) {
    this.#questions = options.questions;
    this.#queries = options.queries;
    this.#warehouses = options.warehouses;
  }

  /** Null where the question is not about data, the asker may not query it, or there is none now. */
  async answer({ question, previous }: FigureQuestion, context: Context): Promise<FigureAnswer | null> {
    const { actor, language, signal } = context;
    if (!actor.permissions.has('query.run') || question.length > LONGEST || HOW_TO.test(question)) return null;
    try {
      const input = { question, language, ...(previous && { previous }) };
      const { answer, isAboutData } = await this.#questions.understand(actor, input, signal);
      if (!isAboutData) return null;
      // A measure's name alone could be a question of what it is.
      const isName = answer.kind === 'reading' && answer.reading.parts.length === 1;
      const needsPassages = isName || DEFINITION.test(question);
      return { ...(await this.#present(question, answer, context)), needsPassages };
    } catch (error) {
      signal.throwIfAborted();
      if (isUnavailable(error)) return null;
      throw error;
    }
  }

  async #present(question: string, answer: QuestionAnswer, { actor, language, signal }: Context): Promise<PlainAnswer> {
    const data: AssistantData = { question, query: null, view: null, choices: [], passages: '' };
    if (answer.kind === 'choices')
      return { content: choicesMarkdown(null, answer.choices, language), data: { ...data, choices: answer.choices } };
    if (answer.kind === 'refusal')
      return {
        content: choicesMarkdown(answer.message, answer.nearest, language),
        data: { ...data, choices: answer.nearest },
      };
    const { reading } = answer;
    const warehouse = await this.#warehouses.ofRequest(actor);
    const text = await this.#queries.runIn(warehouse, actor, reading.query, signal);
    const result = JSON.parse(text.text) as QueryResult;
    const definitions = reading.parts.flatMap(({ meaning, definition }) =>
      definition === null ? [] : [`${meaning}: ${definition}`],
    );
    const style = {
      language,
      currency: reportedIn(warehouse.model.model, warehouse.tenantSettings.currency),
      titleOfValue: await this.#questions.valueTitles(actor, reading.query.dataset, language),
    };
    return {
      content: figureMarkdown(reading, result, definitions.slice(0, 3), style),
      data: { ...data, query: reading.query, view: reading.view },
    };
  }
}

/** Without its data a question can still be answered from passages. */
const isUnavailable = (error: unknown) =>
  error instanceof QueryError ||
  error instanceof EngineBusy ||
  error instanceof QueryTimeout ||
  error instanceof WarehouseUnavailable ||
  (error instanceof UserError && error.code === 'WAREHOUSE_UNAVAILABLE');
