import type { Language } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { sourceKey, type Passage, type PassageService, type PassageSource } from '../search/passages.service.ts';
import { AnswerText } from './answer-text.rules.ts';
import { noAnswerText, quotePassages } from './assistant.rules.ts';
import type { MessageRow } from './assistant.sql.ts';
import type { LanguageModel, ModelMessage } from './language-model.ts';
import { buildPrompt, linksOf, MAX_EARLIER, sanitizeAnswer } from './prompt.rules.ts';

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

/** Writes answers from what the person may open: with a language model, or as quotations. */
export class AnswerService {
  readonly #passages: PassageService;
  readonly #model: LanguageModel | null;

  /** `model` null: answers are quotations. */
  constructor({ passages, model }: { passages: PassageService; model: LanguageModel | null }) {
    this.#passages = passages;
    this.#model = model;
  }

  /** The complete answer; a `ModelFailure` where the model gives none. */
  async write(question: string, earlier: readonly MessageRow[], context: AskContext): Promise<WrittenAnswer> {
    if (this.#model === null) return this.#quote(question, context);
    const prompt = await this.#prompt(question, earlier, context);
    if (prompt === null) return this.#noAnswer(question, context);
    const { content } = await this.#model.complete(prompt.messages, context.signal);
    return this.#finish(content, prompt, question, context);
  }

  /** The same, with its parts while they are written. */
  async *stream(
    question: string,
    earlier: readonly MessageRow[],
    context: AskContext,
  ): AsyncGenerator<AnswerPart, WrittenAnswer> {
    if (this.#model === null) return this.#quote(question, context);
    const prompt = await this.#prompt(question, earlier, context);
    if (prompt === null) return this.#noAnswer(question, context);
    const text = new AnswerText(linksOf(prompt.passages));
    for await (const piece of this.#model.stream(prompt.messages, context.signal)) {
      const part = text.push(piece);
      if (part) yield part;
    }
    return this.#finish(text.raw, prompt, question, context);
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

  #finish(written: string, { passages, sources }: Prompt, question: string, context: AskContext): WrittenAnswer {
    const content = sanitizeAnswer(written, passages, context.language);
    return content === null ? this.#noAnswer(question, context) : { content, sources };
  }

  async #quote(question: string, context: AskContext): Promise<WrittenAnswer> {
    const { actor, language } = context;
    const passages = await this.#passages.find(actor, question, language, MAX_QUOTED);
    if (passages.length === 0) return this.#noAnswer(question, context);
    return { content: quotePassages(passages, language), sources: allSources(passages, []) };
  }

  #noAnswer(question: string, { language }: AskContext): WrittenAnswer {
    return { content: noAnswerText(this.#passages.topic(question), language), sources: [] };
  }
}

/** The passages’ sources and those of the earlier answers that the model receives. */
function allSources(passages: readonly Passage[], earlier: readonly MessageRow[]): WrittenAnswer['sources'] {
  const before = earlier.filter(({ role }) => role === 'assistant').map(({ sources }) => sources);
  if (before.includes(null)) return null;
  const all = [...passages, ...before.flatMap((sources) => sources ?? [])];
  return [...new Map(all.map(({ set, id }) => [sourceKey({ set, id }), { set, id }])).values()];
}
