import { handlers } from '../kernel/api/api.ts';
import type { OwnDataService } from './own-data.service.ts';
import type { ProfileService } from './profile.service.ts';

export function profileHandlers(profiles: ProfileService, data: OwnDataService) {
  return handlers({
    'GET /api/v1/account/profile': ({ actor }) => profiles.read(actor),
    'PUT /api/v1/account/picture': ({ actor, body }) => profiles.setPicture(actor, body.data),
    'DELETE /api/v1/account/picture': ({ actor }) => profiles.removePicture(actor),
    'GET /api/v1/account/data': ({ actor }) => data.export(actor),
    'GET /api/v1/people/:id/picture': ({ actor, params }) => profiles.picture(actor, params.id),
  });
}
