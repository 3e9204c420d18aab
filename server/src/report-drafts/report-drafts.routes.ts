import { handlers } from '../kernel/api/api.ts';
import type { ReportDraftService } from './report-drafts.service.ts';
import type { ReportPreviewService } from './report-preview.service.ts';
import type { ReportPublishingService } from './report-publishing.service.ts';

export function reportDraftHandlers(
  drafts: ReportDraftService,
  previews: ReportPreviewService,
  publishing: ReportPublishingService,
) {
  return handlers({
    'POST /api/v1/reports': ({ actor, body }) => publishing.create(actor, body),
    'GET /api/v1/reports/:id/draft': ({ actor, params }) => drafts.read(actor, params.id),
    'GET /api/v1/reports/:id/draft/report': ({ actor, params }) => previews.read(actor, params.id),
    'POST /api/v1/reports/:id/draft/run': ({ actor, params, body, requestId, signal }) =>
      previews.run(actor, params.id, body, { id: requestId, signal }),
    'POST /api/v1/reports/:id/draft/changes': ({ actor, params, body }) => drafts.change(actor, params.id, body.change),
    'POST /api/v1/reports/:id/draft/undo': ({ actor, params }) => drafts.undo(actor, params.id),
    'POST /api/v1/reports/:id/draft/redo': ({ actor, params }) => drafts.redo(actor, params.id),
    'POST /api/v1/reports/:id/draft/discard': ({ actor, params, body }) =>
      drafts.discard(actor, params.id, body.basedOn),
    'POST /api/v1/reports/:id/publish': ({ actor, params, body }) => publishing.publish(actor, params.id, body),
    'GET /api/v1/reports/:id/versions': async ({ actor, params }) => ({
      versions: await publishing.versions(actor, params.id),
    }),
    'GET /api/v1/reports/:id/versions/:number': ({ actor, params }) =>
      publishing.version(actor, params.id, params.number),
    'POST /api/v1/reports/:id/versions/:number/restore': ({ actor, params }) =>
      drafts.restore(actor, params.id, params.number),
  });
}
