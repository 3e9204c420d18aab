import { handlers } from '../kernel/api/api.ts';
import type { QuestionService } from './questions.service.ts';

export function questionHandlers(questions: QuestionService) {
  return handlers({
    'POST /api/v1/questions': ({ actor, body, signal }) => questions.read(actor, body, signal),
  });
}
