import type { Language, QuestionAnswer, SemanticQuery } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { FigureAnswers } from './figure-answers.service.ts';
import type { LanguageModel } from './language-model.ts';
import { ModelFailure } from './language-model.ts';
import type { ModelTurns } from './model-turn.service.ts';
import type { TokenBudget } from './token-budget.service.ts';
import { TurnMeter } from './turn-meter.ts';

export interface ModelReaderOptions {
  readonly figures: FigureAnswers;
  readonly turns: ModelTurns;
  readonly model: LanguageModel;
  readonly budget: TokenBudget;
}

/** `used-up`: the tenant may use no more of the model; `failed`: it did not answer; null: it is not asked about figures. */
export type ModelReading = QuestionAnswer | 'used-up' | 'failed' | null;

/**
 * How an answer with a language model understands a question: as its query, or as the rules read it where the model has
 * none. What it takes counts like a question.
 */
export class ModelReader {
  readonly #options: ModelReaderOptions;

  constructor(options: ModelReaderOptions) {
    this.#options = options;
  }

  async read(
    actor: TenantActor,
    { question, language, previous }: { question: string; language: Language; previous: SemanticQuery | null },
    signal: AbortSignal,
  ): Promise<ModelReading> {
    const { figures, turns, model, budget } = this.#options;
    const context = { actor, language, signal };
    const read = await figures.read({ question, previous }, context);
    if (!read) return null;
    const meter = new TurnMeter({ budget, actor, useId: await budget.begin(actor) });
    try {
      const outcome = await turns.run(model, { question, earlier: [], previous, read }, context, meter);
      if (meter.isUsedUp) return 'used-up';
      return outcome.kind === 'figures' ? { kind: 'reading', reading: outcome.figures.reading } : read.answer;
    } catch (error) {
      await meter.fail(error instanceof ModelFailure && error.reason !== 'slow');
      if (error instanceof ModelFailure) return 'failed';
      throw error;
    }
  }
}
