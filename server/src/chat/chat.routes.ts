import { handlers } from '../kernel/api/api.ts';
import type { ChatService } from './chat.service.ts';

export function chatHandlers(chats: ChatService) {
  return handlers({
    'GET /api/apps/chat/chats': ({ actor }) => chats.list(actor),
    'GET /api/apps/chat/chat': ({ actor, query }) => chats.read(actor, query),
    'PATCH /api/apps/chat/chat': ({ actor, body }) => chats.update(actor, body.id, body.chat),
    'GET /api/apps/chat/contacts': ({ actor, language }) => chats.contacts(actor, language),
    'GET /api/apps/chat/contact': ({ actor, query }) => chats.contact(actor, query.id),
    'GET /api/apps/chat/profile': ({ actor }) => chats.profile(actor),
    'POST /api/apps/chat/message': ({ actor, body }) => chats.send(actor, body),
  });
}
