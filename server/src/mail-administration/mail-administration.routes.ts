import { handlers } from '../kernel/api/api.ts';
import type { MailAdministrationService } from './mail-administration.service.ts';

export function mailAdministrationHandlers(mail: MailAdministrationService) {
  return handlers({
    'GET /api/v1/mail/settings': ({ actor }) => mail.settings(actor),
    'PATCH /api/v1/mail/settings': ({ actor, body }) => mail.change(actor, body.domains),
    'GET /api/v1/mail': ({ actor, query }) => mail.list(actor, query),
    'GET /api/v1/mail/:id': ({ actor, params }) => mail.read(actor, params.id),
    'POST /api/v1/mail/:id/retry': ({ actor, params }) => mail.retry(actor, params.id),
  });
}
