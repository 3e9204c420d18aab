import { handlers } from '../kernel/api/api.ts';
import type { AssistantService } from './assistant.service.ts';

export function assistantHandlers(assistant: AssistantService) {
  return handlers({
    'POST /api/v1/openai/confluence/chat': ({ body, ...context }) => assistant.askQuestion(body, context),
    'GET /api/v1/openai/confluence/chat/:id': ({ actor, params }) => assistant.read(actor, params.id),
    'DELETE /api/v1/openai/confluence/chat/:id': async ({ actor, params }) => {
      await assistant.clear(actor, params.id);
      return { deleted: true as const };
    },
  });
}
