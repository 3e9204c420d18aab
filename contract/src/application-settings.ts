import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { LANGUAGES } from './values/text.ts';

export const LAYOUTS = [
  'empty',
  'centered',
  'enterprise',
  'material',
  'modern',
  'classic',
  'classy',
  'compact',
  'dense',
  'futuristic',
  'thin',
] as const;
export const SCHEMES = ['light', 'dark', 'auto'] as const;
export const THEMES = ['default', 'teal', 'rose', 'purple', 'amber'] as const;

/** Settings the browser needs before it starts. Public: contains no secrets and nothing personal. */
export const applicationSettings = z.object({
  product: z.object({ name: z.string(), version: z.string() }),
  languages: z.array(z.enum(LANGUAGES)),
  defaultLanguage: z.enum(LANGUAGES),
  appearance: z.object({
    layout: z.enum(LAYOUTS),
    scheme: z.enum(SCHEMES),
    theme: z.enum(THEMES),
    themes: z.array(z.enum(THEMES)),
    screens: z.object({ sm: z.string(), md: z.string(), lg: z.string(), xl: z.string() }),
  }),
  signIn: z.object({ path: z.string(), signOutPath: z.string(), failedPath: z.string(), embedded: z.boolean() }),
  features: z.object({ chatbot: z.boolean(), insights: z.boolean() }),
  /** Quick chat; a tenant's own setting overrides it. */
  chat: z.boolean(),
  /** Whether people can connect AI clients of their own, at `/mcp`. */
  aiClients: z.boolean(),
  /** The settings drawer for scheme, theme and layout. */
  settingsDrawer: z.boolean(),
  /** `key` is the tag manager's container id; null: no analytics is loaded. */
  analytics: z.object({ key: z.string().nullable() }),
  /** `url` is the knowledge center, opened in a new tab; null: not configured. */
  help: z.object({ url: z.string().nullable() }),
  /** Whether this request came with a valid session: without one, `GET /api/v1/session` need not be called. */
  signedIn: z.boolean(),
  /** `path` of the demo suite, or its address on a host of its own, opened in a new tab; null: not offered by this installation. */
  demoSuite: z.object({ path: z.string().nullable() }),
});
export type ApplicationSettings = z.infer<typeof applicationSettings>;

export const applicationSettingsRoutes = {
  'GET /api/application-settings': defineRoute({
    summary: 'Read the settings that the portal needs to start',
    permission: 'public',
    tenant: 'none',
    audit: { action: 'settings.read', when: 'denied' },
    input: {},
    output: applicationSettings,
    errors: [],
  }),
} as const;
