import { handlers } from '../kernel/api/api.ts';
import type { DomainService } from './domains.service.ts';

export function domainHandlers(domains: DomainService) {
  return handlers({
    'GET /api/v1/domains': ({ actor }) => domains.list(actor),
    'POST /api/v1/domains': ({ actor, body }) => domains.add(actor, body.domain),
    'PATCH /api/v1/domains/:id': ({ actor, params, body }) => domains.change(actor, params.id, body),
    'POST /api/v1/domains/:id/check': ({ actor, params }) => domains.check(actor, params.id),
    'POST /api/v1/domains/:id/restart': ({ actor, params }) => domains.restart(actor, params.id),
    'DELETE /api/v1/domains/:id': ({ actor, params }) => domains.remove(actor, params.id),
    'POST /api/v1/join-requests/:id/approve': ({ actor, params }) => domains.approve(actor, params.id),
    'POST /api/v1/join-requests/:id/decline': ({ actor, params }) => domains.decline(actor, params.id),
  });
}
