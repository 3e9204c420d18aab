import type { FigureAnswers } from '../assistant/figure-answers.service.ts';
import type { ModelReader } from '../assistant/model-reader.service.ts';
import type { QuestionService } from '../questions/questions.service.ts';
import { questionEvaluationHandlers } from './question-evaluation.routes.ts';
import {
  NoModel,
  QuestionEvaluationService,
  type QuestionEvaluationOptions,
  type ReadQuestion,
} from './question-evaluation.service.ts';

interface CreateQuestionEvaluationOptions extends Omit<QuestionEvaluationOptions, 'readers' | 'titleOf'> {
  readonly questions: QuestionService;
  readonly figures: FigureAnswers;
  /** Null: there is no language model. */
  readonly modelReader: ModelReader | null;
}

/** The evaluation of questions, by the rules and by the language model where there is one. */
export function createQuestionEvaluation(options: CreateQuestionEvaluationOptions) {
  const { questions, figures, modelReader } = options;
  const rules: ReadQuestion = (actor, { question, language, previous }, signal) =>
    questions.read(actor, { question, language, ...(previous && { previous }) }, signal);
  const withModel =
    (model: ModelReader): ReadQuestion =>
    async (actor, part, signal) => {
      const found = await model.read(actor, part, signal);
      if (found === 'used-up') throw new NoModel('budget');
      if (found === 'failed') throw new NoModel('model');
      return found ?? rules(actor, part, signal);
    };
  const evaluation = new QuestionEvaluationService({
    ...options,
    readers: { rules, model: modelReader && withModel(modelReader) },
    titleOf: async (actor, query, language) => {
      const { signal } = new AbortController();
      return (await figures.readingOf(query, { actor, language, signal })).title;
    },
  });
  return { handlers: questionEvaluationHandlers(evaluation), jobs: evaluation };
}
