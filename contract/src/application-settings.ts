import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { LANGUAGES } from './text.ts';

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

/** What the browser needs before it can start: nothing in it is secret or about a person. */
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
  /** Quick chat, where a tenant has not decided otherwise. */
  chat: z.boolean(),
  /** The settings drawer for scheme, theme and layout. */
  settingsDrawer: z.boolean(),
  /** `key` names the tag manager's container; null: nothing is loaded. */
  analytics: z.object({ key: z.string().nullable() }),
  /** `url` is the knowledge centre, opened in a new tab; null: there is none. */
  help: z.object({ url: z.string().nullable() }),
  /** `path` leads to the demo suite, opened in a new tab; null: this installation does not offer it. */
  demoSuite: z.object({ path: z.string().nullable() }),
});
export type ApplicationSettings = z.infer<typeof applicationSettings>;

export const applicationSettingsRoutes = {
  'GET /api/application-settings': defineRoute({
    summary: 'Settings that the portal loads before it starts',
    permission: 'public',
    tenant: 'none',
    audit: { action: 'settings.read', when: 'denied' },
    input: {},
    output: applicationSettings,
    errors: [],
  }),
} as const;
