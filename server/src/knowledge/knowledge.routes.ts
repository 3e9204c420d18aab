import { handlers } from '../kernel/api/api.ts';
import type { KnowledgeService } from './knowledge.service.ts';

export function knowledgeHandlers(knowledge: KnowledgeService) {
  return handlers({
    'GET /api/v1/knowledge': async ({ actor }) => ({ documents: await knowledge.list(actor) }),
    'POST /api/v1/knowledge': ({ actor, body }) => knowledge.upload(actor, body),
    'DELETE /api/v1/knowledge/:id': async ({ actor, params }) => {
      await knowledge.delete(actor, params.id);
      return { deleted: true as const };
    },
    'GET /api/v1/knowledge/:id': ({ actor, params }) => knowledge.read(actor, params.id),
  });
}
