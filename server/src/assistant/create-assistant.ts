import type { Logger } from 'pino';
import type { Database } from '../kernel/database/database.ts';
import type { PassageService } from '../search/passages.service.ts';
import { AnswerService } from './answers.service.ts';
import { assistantHandlers, conversationHandlers } from './assistant.routes.ts';
import { AssistantService } from './assistant.service.ts';
import { ConversationCleaner } from './conversation-cleaner.service.ts';
import { ConversationService } from './conversations.service.ts';
import type { LanguageModel } from './language-model.ts';

export interface CreateAssistantOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly passages: PassageService;
  /** Null: answers are quotations. */
  readonly languageModel: LanguageModel | null;
  readonly features: { readonly chatbot: boolean };
  readonly questionsPerMinute: number;
  readonly addressKey: Buffer;
}

/** The assistant: what answers, the conversations, and what deletes old ones. */
export function createAssistant(options: CreateAssistantOptions) {
  const { passages, languageModel: model } = options;
  const enabled = options.features.chatbot;
  const answers = new AnswerService({ passages, model });
  return {
    handlers: [
      assistantHandlers(new AssistantService({ ...options, answers, enabled })),
      conversationHandlers(new ConversationService({ ...options, enabled })),
    ] as const,
    cleaner: new ConversationCleaner(options),
  };
}
