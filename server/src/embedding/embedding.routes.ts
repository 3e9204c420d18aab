import { handlers } from '../kernel/api/api.ts';
import type { EmbeddedReportService } from './embedded-reports.service.ts';
import type { EmbeddingService } from './embedding.service.ts';

export function embeddingHandlers(embedding: EmbeddingService, embedded: EmbeddedReportService) {
  return handlers({
    'GET /api/v1/embedding': ({ actor }) => embedding.settings(actor),
    'PATCH /api/v1/embedding': ({ actor, body }) => embedding.change(actor, body),
    'POST /api/v1/embedding/keys': ({ actor, body }) => embedding.createKey(actor, body),
    'PATCH /api/v1/embedding/keys/:id': ({ actor, params, body }) =>
      embedding.changeKey(actor, params.id, body.origins),
    'DELETE /api/v1/embedding/keys/:id': ({ actor, params }) => embedding.revokeKey(actor, params.id),
    'GET /api/v1/reports/:id/sharing': ({ actor, params }) => embedding.sharing(actor, params.id),
    'POST /api/v1/reports/:id/links': ({ actor, params, body }) => embedding.createLink(actor, params.id, body),
    'DELETE /api/v1/reports/:id/links/:link': ({ actor, params }) =>
      embedding.revokeLink(actor, params.id, params.link),
    'GET /api/v1/embed/report': ({ actor }) => embedded.read(actor),
    'POST /api/v1/embed/run': ({ actor, body, requestId, signal }) =>
      embedded.run(actor, body, { id: requestId, signal }),
    'GET /api/v1/embed/pictures/:hash': ({ actor, params }) => embedded.picture(actor, params.hash),
    'POST /api/v1/embed/choices': ({ actor, body, signal }) => embedded.choices(actor, body, signal),
  });
}
