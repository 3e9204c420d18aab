import { handlers } from '../kernel/api/api.ts';
import type { QuestionEvaluationService } from './question-evaluation.service.ts';

export function questionEvaluationHandlers(evaluation: QuestionEvaluationService) {
  return handlers({
    'GET /api/v1/question-evaluation': ({ actor }) => evaluation.read(actor),
    'POST /api/v1/question-evaluation/questions': ({ actor, body }) => evaluation.save(actor, null, body),
    'PUT /api/v1/question-evaluation/questions/:id': ({ actor, params, body }) =>
      evaluation.save(actor, params.id, body),
    'DELETE /api/v1/question-evaluation/questions/:id': async ({ actor, params }) => {
      await evaluation.delete(actor, params.id);
      return { deleted: true as const };
    },
    'POST /api/v1/question-evaluation/runs': ({ actor, body }) => evaluation.begin(actor, body),
    'GET /api/v1/question-evaluation/runs/:id': ({ actor, params }) => evaluation.result(actor, params.id),
    'DELETE /api/v1/question-evaluation/runs/:id': async ({ actor, params }) => {
      await evaluation.cancel(actor, params.id);
      return { deleted: true as const };
    },
  });
}
