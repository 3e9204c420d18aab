import { createAssistant } from '../../assistant/create-assistant.ts';
import { FigureAnswers } from '../../assistant/figure-answers.service.ts';
import type { TenantActor } from '../../kernel/actor.ts';
import { createKnowledge } from '../../knowledge/create-knowledge.ts';
import { authorOf } from '../../models/author.service.ts';
import type { QueryService } from '../../query/query.service.ts';
import { createQuestionEvaluation } from '../../question-evaluation/create-question-evaluation.ts';
import { FieldService } from '../../questions/fields.service.ts';
import { questionHandlers } from '../../questions/questions.routes.ts';
import { QuestionService } from '../../questions/questions.service.ts';
import type { SearchSources } from '../../search/finder.ts';
import { PassageService } from '../../search/passages.service.ts';
import type { SearchRuleStore } from '../../search/search-rules.service.ts';
import type { WarehouseService } from '../../warehouse/warehouse.service.ts';
import { PDF_ENTRY } from '../config/paths.ts';
import type { AssemblyOptions } from './assembly-options.ts';

interface QuestionSources {
  readonly sources: SearchSources;
  readonly rules: SearchRuleStore;
  readonly queries: QueryService;
  readonly warehouses: WarehouseService;
}

/** Questions in words: about data, and to the assistant. */
export function assistantOver(options: AssemblyOptions, { sources, rules, ...data }: QuestionSources) {
  const { database } = options;
  const passages = new PassageService({ database, sources, rules });
  const questions = new QuestionService({ ...data, database });
  const figures = new FigureAnswers({ ...data, questions });
  const fields = new FieldService({ questions });
  const { handlers, cleaner, modelReader } = createAssistant({ ...options, passages, figures, fields });
  const enabled = options.features.chatbot;
  const author = (actor: TenantActor) => authorOf(database, actor);
  const knowledge = createKnowledge({ ...options, pdfEntry: PDF_ENTRY });
  const known = { questions, figures, modelReader, enabled, author };
  const evaluation = createQuestionEvaluation({ ...options, ...data, ...known });
  const all = [...handlers, ...knowledge.handlers, questionHandlers(questions), evaluation.handlers] as const;
  const runners = [cleaner, knowledge.runner];
  return { handlers: all, runners, evaluations: evaluation.jobs, tools: { passages, figures, fields } };
}
