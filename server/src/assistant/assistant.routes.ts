import { handlers, Events, prefersEvents } from '../kernel/api/api.ts';
import type { AssistantUseService } from './assistant-use.service.ts';
import type { AssistantService } from './assistant.service.ts';
import type { ConversationService } from './conversations.service.ts';

export function assistantHandlers(assistant: AssistantService) {
  return handlers({
    'GET /api/v1/openai/mode': ({ actor }) => assistant.readMode(actor),
    'POST /api/v1/openai/confluence/chat': async ({ body, accept, ...context }) =>
      prefersEvents(accept) ? new Events(assistant.streamAnswer(body, context)) : assistant.askQuestion(body, context),
    'GET /api/v1/openai/confluence/chat/:id': ({ actor, params }) => assistant.read(actor, params.id),
    'DELETE /api/v1/openai/confluence/chat/:id': async ({ actor, params }) => {
      await assistant.clear(actor, params.id);
      return { deleted: true as const };
    },
  });
}

export const assistantUseHandlers = (use: AssistantUseService) =>
  handlers({ 'GET /api/v1/assistant-use': ({ actor, query }) => use.read(actor, query.days) });

export function conversationHandlers(conversations: ConversationService) {
  return handlers({
    'GET /api/v1/openai/conversations': async ({ actor, query }) => ({
      conversations: await conversations.list(actor, query.search),
    }),
    'GET /api/v1/openai/conversations/:id': ({ actor, params }) => conversations.read(actor, params.id),
    'PATCH /api/v1/openai/conversations/:id': ({ actor, params, body }) => conversations.change(actor, params.id, body),
    'DELETE /api/v1/openai/conversations/:id': async ({ actor, params }) => {
      await conversations.delete(actor, params.id);
      return { deleted: true as const };
    },
    'POST /api/v1/openai/conversations/:id/restore': ({ actor, params }) => conversations.restore(actor, params.id),
    'PUT /api/v1/openai/conversations/:id/share': ({ actor, params }) => conversations.share(actor, params.id, true),
    'DELETE /api/v1/openai/conversations/:id/share': ({ actor, params }) =>
      conversations.share(actor, params.id, false),
    'PUT /api/v1/openai/conversations/:id/messages/:number/rating': ({ actor, params, body }) =>
      conversations.rate(actor, params.id, params.number, body.rating),
    'PUT /api/v1/openai/conversations/:id/messages/:number/query': ({ params, body, ...context }) =>
      conversations.changeQuery(context, params, body.query),
    'GET /api/v1/openai/shared/:id': ({ actor, params }) => conversations.readShared(actor, params.id),
  });
}
