import { z } from 'zod';
import { THEMES } from './application-settings.ts';
import { defineRoute } from './protocol/define-route.ts';
import { LANGUAGES } from './values/text.ts';

/** The largest file with a logo that is accepted, in bytes. */
export const LOGO_FILE_BYTES = 4 * 1024 * 1024;
/** Of a body with such a file as base64, in which three bytes are four characters. */
export const LOGO_BODY_BYTES = 5632 * 1024;
/** The most pixels of a stored logo; larger ones are reduced. */
export const LOGO_SIZE = { width: 512, height: 192 } as const;

/** What people of a tenant see who chose nothing themselves; null: what the installation shows. */
export const tenantDefaults = {
  language: z.enum(LANGUAGES).nullable(),
  theme: z.enum(THEMES).nullable(),
};

export const branding = z.object({
  ...tenantDefaults,
  /** Address of the logo, which changes with it; null: the product's mark is shown. */
  logo: z.string().nullable(),
});
export type Branding = z.infer<typeof branding>;

/** A file with a logo, in base64. */
export const logoData = z.string().min(1, 'Choose a file.');

const brandingChange = z.strictObject(tenantDefaults).partial();
export type BrandingChange = z.output<typeof brandingChange>;

const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;

export const brandingRoutes = {
  'GET /api/v1/branding': defineRoute({
    ...administration,
    summary: 'Read the tenant’s default language, theme and logo',
    audit: { action: 'branding.read', when: 'denied' },
    input: {},
    output: branding,
    errors: [],
  }),
  'PATCH /api/v1/branding': defineRoute({
    ...administration,
    summary: 'Set the language and theme for people of the tenant who chose none; omitted ones stay unchanged',
    audit: { action: 'branding.set', when: 'always' },
    input: { body: brandingChange },
    output: branding,
    errors: [],
  }),
  'PUT /api/v1/branding/logo': defineRoute({
    ...administration,
    summary: 'Upload the tenant’s logo: PNG, JPEG, WebP or GIF. What is stored is encoded again from its pixels',
    audit: { action: 'branding.logo.upload', when: 'always' },
    bodyBytes: LOGO_BODY_BYTES,
    input: { body: z.strictObject({ data: logoData }) },
    output: branding,
    errors: ['BUSY'],
  }),
  'DELETE /api/v1/branding/logo': defineRoute({
    ...administration,
    summary: 'Remove the tenant’s logo',
    audit: { action: 'branding.logo.remove', when: 'always' },
    input: {},
    output: branding,
    errors: [],
  }),
  'GET /api/v1/branding/logo': defineRoute({
    summary: 'Read the logo of the tenant that the caller is in',
    permission: 'shell.use',
    tenant: 'tenant',
    audit: { action: 'branding.logo.read', when: 'denied' },
    /** Changes with the logo, so that browsers may store it. */
    input: { query: z.strictObject({ v: z.string().max(64).optional() }) },
    /** An image, not JSON. */
    output: z.string(),
    stream: 'rows',
    errors: [],
  }),
} as const;
