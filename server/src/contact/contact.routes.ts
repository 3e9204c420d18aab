import { handlers } from '../kernel/api/api.ts';
import type { ContactService } from './contact.service.ts';

export function contactHandlers(contact: ContactService) {
  return handlers({
    'POST /api/v1/contact': async ({ actor, body, language, requestId }) => {
      await contact.receive(actor, { ...body, language: body.language ?? language }, requestId);
      return { received: true as const };
    },
  });
}
