import {
  type AssistantData,
  type Dimension,
  type Language,
  type QueryResult,
  type QuestionAnswer,
  type QuestionReading,
  type SemanticQuery,
} from '@rise/contract';
import { EngineBusy, QueryError, QueryTimeout, reportedIn, WarehouseUnavailable } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { QueryService } from '../query/query.service.ts';
import type { QuestionService } from '../questions/questions.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import {
  choicesMarkdown,
  figureMarkdown,
  sentenceMarkdown,
  type FigureStyle,
  type PlainAnswer,
} from './figure-text.rules.ts';

export interface FigureQuestion {
  readonly question: string;
  /** The query that the question may follow. */
  readonly previous: SemanticQuery | null;
}
export interface Context {
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

/** How the parser understands a question that may be about data. */
export interface ReadQuestion {
  readonly answer: QuestionAnswer;
  readonly isAboutData: boolean;
  /** The question is also one of meaning, or could be. */
  readonly needsPassages: boolean;
}

/** The figures of a reading, with what is needed to write them. */
export interface ReadFigures {
  readonly reading: QuestionReading;
  readonly result: QueryResult;
  readonly style: FigureStyle;
}

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
  async answer(question: FigureQuestion, context: Context): Promise<FigureAnswer | null> {
    return ifAvailable(context, async () => {
      const read = await this.#read(question, context);
      if (read?.isAboutData !== true) return null;
      const answer = await this.#present(question.question, read.answer, context);
      return { ...answer, needsPassages: read.needsPassages };
    });
  }

  /** How the question reads, whatever it is about; null where the asker may not query, or there is no data now. */
  read(question: FigureQuestion, context: Context): Promise<ReadQuestion | null> {
    return ifAvailable(context, () => this.#read(question, context));
  }

  /** The reading of a query that a language model proposed. QUERY_INVALID or a `QueryError` where it has no meaning. */
  async readingOf(query: SemanticQuery, { actor, language, signal }: Context): Promise<QuestionReading> {
    const answer = await this.#questions.read(actor, { question: '', language, query }, signal);
    if (answer.kind !== 'reading') throw new UserError('QUERY_INVALID');
    return answer.reading;
  }

  /** Runs a reading's query with the asker's rights. */
  async figuresOf(reading: QuestionReading, { actor, language, signal }: Context): Promise<ReadFigures> {
    const warehouse = await this.#warehouses.ofRequest(actor);
    const text = await this.#queries.runIn(warehouse, actor, reading.query, signal);
    const style = {
      language,
      currency: reportedIn(warehouse.model.model, warehouse.tenantSettings.currency),
      titleOfValue: await this.#questions.valueTitles(actor, reading.query.dataset, language),
      isCoded: (name: string) => isCoded(warehouse.model.datasets.get(reading.query.dataset)?.dimensions.get(name)),
    };
    return { reading, result: JSON.parse(text.text) as QueryResult, style };
  }

  /** An answer with figures, after a sentence about them where a model wrote one. */
  write(question: string, { reading, result, style }: ReadFigures, sentence: string | null = null): PlainAnswer {
    const definitions = reading.parts.flatMap(({ meaning, definition }) =>
      definition === null ? [] : [`${meaning}: ${definition}`],
    );
    const content = figureMarkdown(reading, result, definitions.slice(0, 3), style);
    const lead = sentence === null ? null : sentenceMarkdown(sentence, result, style);
    return {
      content: lead === null ? content : `${lead}\n\n${content}`,
      data: {
        question,
        query: reading.query,
        view: reading.view,
        choices: [],
        passages: '',
        ...(sentence !== null && lead !== null && { sentence }),
      },
    };
  }

  /** The answer that a query's figures are. QUERY_INVALID where it has no meaning, or the asker may not query. */
  async answerQuery(
    { question, query }: { question: string; query: SemanticQuery },
    context: Context,
  ): Promise<PlainAnswer> {
    if (!context.actor.permissions.has('query.run'))
      throw new UserError('QUERY_INVALID', 'You may not query the data.');
    return this.write(question, await this.figuresOf(await this.readingOf(query, context), context));
  }

  async #read({ question, previous }: FigureQuestion, context: Context): Promise<ReadQuestion | null> {
    const { actor, language, signal } = context;
    if (!actor.permissions.has('query.run') || question.length > LONGEST || HOW_TO.test(question)) return null;
    const input = { question, language, ...(previous && { previous }) };
    const { answer, isAboutData } = await this.#questions.understand(actor, input, signal);
    // A measure's name alone could be a question of what it is.
    const isName = answer.kind === 'reading' && answer.reading.parts.length === 1;
    return { answer, isAboutData, needsPassages: isName || DEFINITION.test(question) };
  }

  async #present(question: string, answer: QuestionAnswer, context: Context): Promise<PlainAnswer> {
    const { language } = context;
    const data: AssistantData = { question, query: null, view: null, choices: [], passages: '' };
    if (answer.kind === 'choices')
      return { content: choicesMarkdown(null, answer.choices, language), data: { ...data, choices: answer.choices } };
    if (answer.kind === 'refusal')
      return {
        content: choicesMarkdown(answer.message, answer.nearest, language),
        data: { ...data, choices: answer.nearest },
      };
    return this.write(question, await this.figuresOf(answer.reading, context));
  }
}

/** Bands have an order of their own, and numbers are looked for as such. */
const isCoded = (dimension: Dimension | undefined): boolean =>
  dimension?.type === 'string' && dimension.values !== undefined && !dimension.bands;

/** The work's result; null where the data cannot be read now. */
async function ifAvailable<T>({ signal }: Context, work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/** Without its data a question can still be answered from passages. */
export const isUnavailable = (error: unknown) =>
  error instanceof QueryError ||
  error instanceof EngineBusy ||
  error instanceof QueryTimeout ||
  error instanceof WarehouseUnavailable ||
  (error instanceof UserError && error.code === 'WAREHOUSE_UNAVAILABLE');
