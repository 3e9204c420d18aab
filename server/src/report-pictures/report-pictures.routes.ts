import { handlers } from '../kernel/api/api.ts';
import type { ReportPictureService } from './report-pictures.service.ts';

export function reportPictureHandlers(pictures: ReportPictureService) {
  return handlers({
    'POST /api/v1/reports/:id/pictures': ({ actor, params, body }) => pictures.upload(actor, params.id, body.data),
    'GET /api/v1/reports/:id/pictures/:hash': ({ actor, params }) => pictures.read(actor, params.id, params.hash),
  });
}
