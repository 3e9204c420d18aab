import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

/** The largest file that is accepted, in bytes. */
export const PICTURE_FILE_BYTES = 4 * 1024 * 1024;
/** Of a body with such a file as base64, in which three bytes are four characters. */
const BODY_BYTES = 5632 * 1024;
/** The longest side of a stored picture, in pixels; larger ones are reduced. */
export const PICTURE_SIDE = 2400;

/** SHA-256 of a stored picture, as hexadecimal digits: where it is found in its tenant, for good. */
export const pictureHash = z.string().regex(/^[0-9a-f]{64}$/, 'Use the 64 hexadecimal digits that name the picture.');

/** A picture of the report's tenant, with its size in pixels, so that its place is known before it is there. */
export const pictureReference = z.strictObject({
  hash: pictureHash,
  width: z.int().min(1).max(PICTURE_SIDE),
  height: z.int().min(1).max(PICTURE_SIDE),
});
export type PictureReference = z.infer<typeof pictureReference>;

/** A stored picture: written by the portal itself, without anything that the uploaded file had beside it. */
export const storedPicture = pictureReference.extend({
  mediaType: z.enum(['image/png', 'image/jpeg']),
  /** In base64. */
  data: z.string(),
});
export type StoredPicture = z.infer<typeof storedPicture>;

const ofReport = z.strictObject({ id: z.uuid(), hash: pictureHash });

export const reportPictureRoutes = {
  'POST /api/v1/reports/:id/pictures': defineRoute({
    summary: 'Upload a picture for a report: PNG, JPEG, WebP or GIF. What is stored is encoded again from its pixels',
    permission: 'report.write',
    tenant: 'tenant',
    audit: { action: 'report-picture.upload', when: 'always' },
    bodyBytes: BODY_BYTES,
    input: {
      params: z.strictObject({ id: z.uuid() }),
      body: z.strictObject({ /** The file in base64. */ data: z.string().min(1, 'Choose a file.') }),
    },
    output: storedPicture,
    errors: ['BUSY', 'STORAGE_FULL'],
  }),
  'GET /api/v1/reports/:id/pictures/:hash': defineRoute({
    summary: 'Read a picture of a report',
    permission: 'report.read',
    tenant: 'tenant',
    audit: { action: 'report-picture.read', when: 'denied' },
    input: { params: ofReport },
    output: storedPicture,
    errors: [],
  }),
  'GET /api/v1/embed/pictures/:hash': defineRoute({
    summary: 'Read a picture of the report of a signed token or a public link',
    permission: 'embed.read',
    tenant: 'tenant',
    audit: { action: 'embed.picture', when: 'denied' },
    input: { params: ofReport.pick({ hash: true }) },
    output: storedPicture,
    errors: ['WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
