import { handlers } from '../kernel/api/api.ts';
import type { AuditReadingService } from './audit-reading.service.ts';

export function auditHandlers(trail: AuditReadingService) {
  return handlers({
    'GET /api/v1/audit': ({ actor, query, language }) => trail.list(actor, query, language),
    'GET /api/v1/audit/records/:id': ({ actor, params, query, language }) =>
      trail.read(actor, Number(params.id), query.of, language),
    'GET /api/v1/audit/export': ({ actor, query, language }) => trail.export(actor, query, language),
    'GET /api/v1/account/activity': ({ actor, query, language }) => trail.listOwn(actor, query.before, language),
    'GET /api/v1/audit/chain': ({ actor, query }) => trail.chain(actor, query.of),
    'POST /api/v1/audit/chain/verify': ({ actor, body }) => trail.verify(actor, body.of),
  });
}
