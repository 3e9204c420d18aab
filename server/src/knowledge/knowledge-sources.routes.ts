import { handlers } from '../kernel/api/api.ts';
import type { KnowledgeSourceService } from './knowledge-sources.service.ts';

export function knowledgeSourceHandlers(sources: KnowledgeSourceService) {
  return handlers({
    'GET /api/v1/knowledge-sources': ({ actor }) => sources.list(actor),
    'POST /api/v1/knowledge-sources': ({ actor, body }) => sources.create(actor, body),
    'POST /api/v1/knowledge-sources/test': ({ actor, body }) => sources.test(actor, body),
    'PATCH /api/v1/knowledge-sources/:id': ({ actor, params, body }) => sources.change(actor, params.id, body),
    'DELETE /api/v1/knowledge-sources/:id': async ({ actor, params }) => {
      await sources.delete(actor, params.id);
      return { deleted: true as const };
    },
    'GET /api/v1/knowledge-sources/:id/runs': ({ actor, params }) => sources.runs(actor, params.id),
    'POST /api/v1/knowledge-sources/:id/runs': ({ actor, params }) => sources.runNow(actor, params.id),
    'POST /api/v1/knowledge-sources/:id/cancel': ({ actor, params }) => sources.cancel(actor, params.id),
  });
}
