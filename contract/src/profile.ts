import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { ROLES } from './protocol/roles.ts';

/** The largest file with a picture of a person that is accepted, in bytes. */
export const PROFILE_PICTURE_FILE_BYTES = 4 * 1024 * 1024;
/** Of a body with such a file as base64, in which three bytes are four characters. */
const PICTURE_BODY_BYTES = 5632 * 1024;
/** Width and height of a stored picture, in pixels; what is not square is cropped. */
export const PROFILE_PICTURE_SIDE = 256;

/** Who the caller is, as their identity provider last said, and the picture that they uploaded here. */
export const profile = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Host of the identity provider. */
  provider: z.string(),
  roles: z.array(z.enum(ROLES)),
  groups: z.array(z.string()),
  attributes: z.record(z.string(), z.array(z.string())),
  lastSignInAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** Address of the uploaded picture; null where there is none. */
  picture: z.string().nullable(),
});
export type Profile = z.infer<typeof profile>;

const own = { permission: 'account.self', tenant: 'none' } as const;

export const profileRoutes = {
  'GET /api/v1/account/profile': defineRoute({
    ...own,
    summary: 'Read the caller’s profile as their identity provider last said it',
    audit: { action: 'account.profile', when: 'denied' },
    input: {},
    output: profile,
    errors: [],
  }),
  'PUT /api/v1/account/picture': defineRoute({
    ...own,
    summary: 'Upload a picture of the caller: PNG, JPEG, WebP or GIF. What is stored is encoded again from its pixels',
    audit: { action: 'account.picture.upload', when: 'always' },
    bodyBytes: PICTURE_BODY_BYTES,
    input: { body: z.strictObject({ /** The file in base64. */ data: z.string().min(1, 'Choose a file.') }) },
    output: profile,
    errors: ['BUSY'],
  }),
  'DELETE /api/v1/account/picture': defineRoute({
    ...own,
    summary: 'Remove the caller’s uploaded picture',
    audit: { action: 'account.picture.remove', when: 'always' },
    input: {},
    output: profile,
    errors: [],
  }),
  'GET /api/v1/account/data': defineRoute({
    ...own,
    summary: 'Export everything stored about the caller: of the account, and of the tenant in which they are',
    audit: { action: 'account.data.export', when: 'always' },
    input: {},
    /** A JSON file: a list of rows for each table. */
    output: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    stream: 'rows',
    errors: [],
  }),
  'GET /api/v1/people/:id/picture': defineRoute({
    summary: 'Read the picture of a person of the caller’s tenant, or the caller’s own',
    permission: 'shell.use',
    tenant: 'none',
    audit: { action: 'person.picture', when: 'denied' },
    input: {
      params: z.strictObject({ id: z.uuid() }),
      /** Changes with the picture, so that browsers may store it. */
      query: z.strictObject({ v: z.string().max(64).optional() }),
    },
    /** An image, not JSON. */
    output: z.string(),
    stream: 'rows',
    errors: [],
  }),
} as const;
