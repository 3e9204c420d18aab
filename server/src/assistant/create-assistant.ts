import type { Logger } from 'pino';
import type { Database } from '../kernel/database/database.ts';
import type { PassageService } from '../search/passages.service.ts';
import type { FieldService } from '../questions/fields.service.ts';
import { AnswerService } from './answers.service.ts';
import { assistantHandlers, assistantUseHandlers, conversationHandlers } from './assistant.routes.ts';
import { AssistantUseService } from './assistant-use.service.ts';
import { AssistantService } from './assistant.service.ts';
import { ConversationCleaner } from './conversation-cleaner.service.ts';
import { ConversationService } from './conversations.service.ts';
import type { FigureAnswers } from './figure-answers.service.ts';
import { ModelReader } from './model-reader.service.ts';
import { ModelTurns } from './model-turn.service.ts';
import type { LanguageModel } from './language-model.ts';
import { TokenBudget, type TokenPrices } from './token-budget.service.ts';

export interface CreateAssistantOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly passages: PassageService;
  readonly figures: FigureAnswers;
  readonly fields: FieldService;
  /** Null: answers are figures and quotations. */
  readonly languageModel: LanguageModel | null;
  readonly features: { readonly chatbot: boolean };
  /** Of that model. */
  readonly tokenPrices: TokenPrices;
  readonly questionsPerMinute: number;
  readonly addressKey: Buffer;
}

/** The assistant: what answers, the conversations, and what deletes old ones. */
export function createAssistant(options: CreateAssistantOptions) {
  const { database, passages, figures, fields, languageModel: model, tokenPrices: prices } = options;
  const enabled = options.features.chatbot;
  const budget = new TokenBudget({ database, prices });
  const turns = new ModelTurns({ figures, fields, passages });
  const answers = new AnswerService({ passages, figures, fields, turns, model, budget });
  const use = { database, hasModel: model !== null, hasPrices: prices.input + prices.output > 0 };
  return {
    handlers: [
      assistantHandlers(new AssistantService({ ...options, answers, budget, modelName: model?.name ?? null, enabled })),
      assistantUseHandlers(new AssistantUseService(use)),
      conversationHandlers(new ConversationService({ ...options, enabled })),
    ] as const,
    cleaner: new ConversationCleaner(options),
    /** Null: there is no model. */
    modelReader: model && new ModelReader({ figures, turns, model, budget }),
  };
}
