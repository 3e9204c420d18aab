import { handlers } from '../kernel/api/api.ts';
import type { ModelTestService } from './model-tests.service.ts';

export function modelTestHandlers(tests: ModelTestService) {
  return handlers({
    'GET /api/v1/model/tests': ({ actor }) => tests.read(actor),
    'POST /api/v1/model/tests/run': async ({ actor }) => {
      await tests.request(actor);
      return { pending: true as const };
    },
    'POST /api/v1/model/draft/tests': ({ actor, body: { document }, signal }) =>
      tests.runDraft(actor, document, signal),
  });
}
