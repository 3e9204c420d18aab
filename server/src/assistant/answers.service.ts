import type { AssistantData, Language, SemanticQuery } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { FieldService } from '../questions/fields.service.ts';
import { sourceKey, type Passage, type PassageService, type PassageSource } from '../search/passages.service.ts';
import { AnswerText } from './answer-text.rules.ts';
import { noAnswerText, quotePassages, usedUpText } from './assistant.rules.ts';
import type { MessageRow } from './assistant.sql.ts';
import type { TokenUse } from './completion-stream.ts';
import { isUnavailable, type FigureAnswers, type ReadQuestion } from './figure-answers.service.ts';
import { withPassages } from './figure-text.rules.ts';
import { MAX_TOKENS, ModelFailure, type LanguageModel, type ModelMessage } from './language-model.ts';
import { hasOnlyNumbersOf } from './model-sentence.rules.ts';
import type { ModelTurns, TurnOutcome } from './model-turn.service.ts';
import { buildPrompt, linksOf, MAX_EARLIER, sanitizeAnswer } from './prompt.rules.ts';
import { estimateTokens, type TokenBudget } from './token-budget.service.ts';
import { TurnMeter, usedFor } from './turn-meter.ts';

/** Passages quoted by an answer without a language model. */
const MAX_QUOTED = 3;
/** Passages that a language model receives. */
const MAX_PROMPTED = 6;

export interface AskContext {
  readonly actor: TenantActor;
  readonly language: Language;
  /** Aborts when the reader disconnects or stops the answer. */
  readonly signal: AbortSignal;
}

export interface WrittenAnswer {
  readonly content: string;
  /** What it was written from, earlier answers included; null where that is not known of one of these. */
  readonly sources: readonly PassageSource[] | null;
  /** What its figures are of; null without any. */
  readonly data: AssistantData | null;
}

/** From this position on, the answer so far is this text. */
export interface AnswerPart {
  readonly from: number;
  readonly text: string;
}

interface Prompt {
  readonly messages: readonly ModelMessage[];
  readonly passages: readonly Passage[];
  readonly sources: WrittenAnswer['sources'];
}

/** A question, with the messages before it. */
export interface IncomingQuestion {
  readonly message: string;
  readonly earlier: readonly MessageRow[];
  /** The query of the figures that the question may follow. */
  readonly previous: SemanticQuery | null;
  /** Under which is counted what its answer takes. */
  readonly useId: string;
}

export interface AnswerOptions {
  readonly passages: PassageService;
  readonly figures: FigureAnswers;
  readonly fields: FieldService;
  readonly turns: ModelTurns;
  /** Null: answers are figures and quotations. */
  readonly model: LanguageModel | null;
  readonly budget: TokenBudget;
}

/**
 * Writes answers from what the person may open: with a language model, or as figures and quotations where there is none
 * or the tenant has used up what it may use of it.
 */
export class AnswerService {
  readonly #passages: PassageService;
  readonly #figures: FigureAnswers;
  readonly #fields: FieldService;
  readonly #turns: ModelTurns;
  readonly #model: LanguageModel | null;
  readonly #budget: TokenBudget;

  constructor({ passages, figures, fields, turns, model, budget }: AnswerOptions) {
    this.#passages = passages;
    this.#figures = figures;
    this.#fields = fields;
    this.#turns = turns;
    this.#model = model;
    this.#budget = budget;
  }

  /** The complete answer; a `ModelFailure` where the model gives none. */
  async write(question: IncomingQuestion, context: AskContext): Promise<WrittenAnswer> {
    const complete = async function* (model: LanguageModel, messages: readonly ModelMessage[]) {
      const { content, tokens } = await model.complete(messages, context.signal);
      yield content;
      return tokens;
    };
    const parts = this.#answer(question, context, complete);
    for (let step = await parts.next(); ; step = await parts.next()) if (step.done) return step.value;
  }

  /** The same, with its parts while they are written. */
  stream(question: IncomingQuestion, context: AskContext): AsyncGenerator<AnswerPart, WrittenAnswer> {
    return this.#answer(question, context, (model, messages) => model.stream(messages, context.signal));
  }

  async *#answer(
    question: IncomingQuestion,
    context: AskContext,
    ask: (model: LanguageModel, messages: readonly ModelMessage[]) => AsyncGenerator<string, TokenUse | null>,
  ): AsyncGenerator<AnswerPart, WrittenAnswer> {
    const { message, earlier, useId } = question;
    if (this.#model === null) return this.#answerPlainly(question, context);
    const figures = await this.#answerWithTools(this.#model, question, context);
    if (figures) return figures;
    const prompt = await this.#prompt(message, earlier, context);
    if (prompt === null) return this.#noAnswer(message, context);
    const sent = JSON.stringify(prompt.messages);
    const most = { input: estimateTokens(sent, 'reserved'), output: MAX_TOKENS };
    if (!(await this.#budget.reserve(context.actor, useId, most)))
      return this.#answerPlainly(question, context, usedUpText(context.language));
    const text = new AnswerText(linksOf(prompt.passages));
    let used: TokenUse | null = null;
    try {
      const pieces = ask(this.#model, prompt.messages);
      try {
        for (let step = await pieces.next(); ; step = await pieces.next()) {
          if (step.done) {
            used = step.value ?? usedFor(sent, text.raw);
            break;
          }
          const part = text.push(step.value);
          if (part) yield part;
        }
      } finally {
        // A reader who leaves ends the request to the model as well.
        await pieces.return(null);
      }
    } catch (error) {
      // A server that refuses counts nothing; one that was too slow may have worked.
      if (error instanceof ModelFailure && error.reason !== 'slow' && text.raw === '') used = { input: 0, output: 0 };
      throw error;
    } finally {
      await this.#budget.settle(context.actor, useId, used ?? usedFor(sent, text.raw));
    }
    return this.#finish(text.raw, prompt, question, context);
  }

  /** The answer to a question about data, whose query the model proposes; null where it names nothing of the data. */
  async #answerWithTools(
    model: LanguageModel,
    question: IncomingQuestion,
    context: AskContext,
  ): Promise<WrittenAnswer | null> {
    const { message, previous, earlier, useId } = question;
    const read = await this.#figures.read({ question: message, previous }, context);
    if (!read || !(read.isAboutData || (await this.#fields.isNamedIn(context.actor, message)))) return null;
    const meter = new TurnMeter({ budget: this.#budget, actor: context.actor, useId });
    const questions = earlier.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    try {
      const outcome = await this.#turns.run(
        model,
        { question: message, earlier: questions, previous, read },
        context,
        meter,
      );
      if (meter.isUsedUp) return await this.#answerPlainly(question, context, usedUpText(context.language));
      return (
        (await this.#written(outcome, { message, read }, context)) ?? (await this.#answerPlainly(question, context))
      );
    } catch (error) {
      await meter.fail(error instanceof ModelFailure && error.reason !== 'slow');
      context.signal.throwIfAborted();
      // Rules have an answer of their own: rather that than none.
      if (error instanceof ModelFailure ? read.isAboutData : isUnavailable(error))
        return this.#answerPlainly(question, context);
      throw error;
    }
  }

  /** Null where the model has no answer, or one that states what nothing supports. */
  async #written(
    outcome: TurnOutcome,
    { message, read }: { message: string; read: ReadQuestion },
    { actor, language }: AskContext,
  ): Promise<WrittenAnswer | null> {
    if (outcome.kind === 'none') return null;
    if (outcome.kind === 'text') {
      const { text, passages } = outcome;
      const content = sanitizeAnswer(text, passages, language);
      return content === null || !isSupported(content, passages, [message])
        ? null
        : { content, sources: allSources(passages, []), data: null };
    }
    const answer = this.#figures.write(message, outcome.figures, outcome.sentence);
    const passages =
      outcome.passages.length === 0 && read.needsPassages
        ? await this.#passages.find(actor, message, language, MAX_QUOTED)
        : outcome.passages.slice(0, MAX_QUOTED);
    if (passages.length === 0) return { ...answer, sources: null };
    return { ...withPassages(quotePassages(passages, language), answer), sources: allSources(passages, []) };
  }

  /** What the model receives; null where no passage is about the question. */
  async #prompt(
    question: string,
    earlier: readonly MessageRow[],
    { actor, language }: AskContext,
  ): Promise<Prompt | null> {
    const previous = earlier.findLast(({ role }) => role === 'user')?.content ?? '';
    let passages = await this.#passages.find(actor, question, language, MAX_PROMPTED);
    // A follow-up may only make sense together with the previous question: "Shorter, please."
    if (passages.length === 0 && previous !== '')
      passages = await this.#passages.find(actor, previous, language, MAX_PROMPTED);
    if (passages.length === 0) return null;
    const sent = earlier.slice(-MAX_EARLIER);
    return {
      messages: buildPrompt(question, passages, sent, language),
      passages,
      sources: allSources(passages, sent),
    };
  }

  async #finish(
    written: string,
    { passages, sources }: Prompt,
    question: IncomingQuestion,
    context: AskContext,
  ): Promise<WrittenAnswer> {
    const { message, earlier } = question;
    const content = sanitizeAnswer(written, passages, context.language);
    if (content === null) return this.#noAnswer(message, context);
    // A number that stands nowhere is the model's own: rather the passages themselves.
    const before = earlier.slice(-MAX_EARLIER).map((item) => item.content);
    if (!isSupported(content, passages, [message, ...before])) return this.#answerPlainly(question, context);
    return { content, sources, data: null };
  }

  /** Figures where the question is about data, and passages that are about it. `note` says why there is nothing else. */
  async #answerPlainly(
    { message, previous }: IncomingQuestion,
    context: AskContext,
    note = '',
  ): Promise<WrittenAnswer> {
    const { actor, language } = context;
    const figures = await this.#figures.answer({ question: message, previous }, context);
    if (figures && !figures.needsPassages) return { content: figures.content, data: figures.data, sources: null };
    const passages = await this.#passages.find(actor, message, language, MAX_QUOTED);
    if (passages.length > 0) {
      const answer = withPassages(quotePassages(passages, language, note), figures);
      return { ...answer, sources: allSources(passages, []) };
    }
    if (figures) return { content: figures.content, data: figures.data, sources: null };
    return this.#noAnswer(message, context);
  }

  #noAnswer(question: string, { language }: AskContext): WrittenAnswer {
    return { content: noAnswerText(this.#passages.topic(question), language), sources: [], data: null };
  }
}

/**
 * The passages’ sources and those of the earlier answers that the model receives. Figures among these were computed with
 * one person's rights: what is written from them has unknown sources, and is shown to nobody else.
 */
function allSources(passages: readonly Passage[], earlier: readonly MessageRow[]): WrittenAnswer['sources'] {
  const answers = earlier.filter(({ role }) => role === 'assistant');
  if (answers.some(({ data }) => data !== null)) return null;
  const before = answers.map(({ sources }) => sources);
  if (before.includes(null)) return null;
  const all = [...passages, ...before.flatMap((sources) => sources ?? [])];
  return [...new Map(all.map(({ set, id }) => [sourceKey({ set, id }), { set, id }])).values()];
}

/** Whether all numbers of an answer stand in its passages or in what was asked and answered before. */
const isSupported = (content: string, passages: readonly Passage[], others: readonly string[]): boolean =>
  hasOnlyNumbersOf(content, [...passages.flatMap(({ title, within, text }) => [title, within ?? '', text]), ...others]);
