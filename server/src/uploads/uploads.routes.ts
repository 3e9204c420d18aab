import { handlers } from '../kernel/api/api.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { bytesIn, newUploadOf, PART_TYPE, requireVersion } from './uploads.rules.ts';
import type { UploadService } from './uploads.service.ts';

export function uploadHandlers(uploads: UploadService) {
  return handlers({
    'GET /api/v1/uploads': ({ actor }) => uploads.list(actor),
    'POST /api/v1/uploads': async ({ actor, transfer: { headers } }) => {
      requireVersion(headers);
      const id = await uploads.create(actor, newUploadOf(headers));
      return { status: 201, headers: { location: `/api/v1/uploads/${id}`, 'upload-offset': '0' } };
    },
    'HEAD /api/v1/uploads/:id': async ({ actor, params, transfer: { headers } }) => {
      const { received, bytes } = await uploads.offset(actor, params.id);
      requireVersion(headers);
      return { status: 200, headers: { 'upload-offset': String(received), 'upload-length': String(bytes) } };
    },
    'PATCH /api/v1/uploads/:id': async ({ actor, params, transfer: { headers, body } }) => {
      await uploads.find(actor, params.id);
      requireVersion(headers);
      if (body === null) throw new UserError('UNSUPPORTED_MEDIA_TYPE', `Send the part as ${PART_TYPE}.`);
      const offset = await uploads.append(actor, params.id, { offset: bytesIn(headers, 'Upload-Offset'), body });
      return { status: 204, headers: { 'upload-offset': String(offset) } };
    },
    'DELETE /api/v1/uploads/:id': async ({ actor, params, transfer: { headers } }) => {
      await uploads.find(actor, params.id);
      requireVersion(headers);
      await uploads.remove(actor, params.id);
      return { status: 204, headers: {} };
    },
  });
}
