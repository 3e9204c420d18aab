import { LANGUAGES, THEMES, type ApplicationSettings, type Preferences } from '@rise/contract';
import { handlers } from '../kernel/api/api.ts';

/** Portal settings of an installation. */
export interface PortalChoices {
  /** Applies where a user has no preference. */
  readonly layout: NonNullable<Preferences['layout']>;
  readonly scheme: NonNullable<Preferences['scheme']>;
  readonly theme: NonNullable<Preferences['theme']>;
  readonly settingsDrawer: boolean;
  /** Whether the demo is offered. */
  readonly demoSuite: boolean;
  /** Its own origin; null: `/demo/` of the portal. */
  readonly demoUrl: URL | null;
  /** Quick chat, for tenants without their own setting. */
  readonly chat: boolean;
  /** The tag manager's container; null loads nothing. */
  readonly analyticsKey: string | null;
  /** The knowledge center; null for none. */
  readonly helpUrl: string | null;
}

export interface SettingsOptions {
  version: string;
  /** True while the embedded identity provider signs people in. */
  embeddedProvider: boolean;
  features: ApplicationSettings['features'];
  portal: PortalChoices;
  /** False: people cannot connect AI clients of their own. */
  mcp?: boolean;
}

/** The settings that the portal loads before it starts. */
export function settingsHandlers(options: SettingsOptions) {
  const { layout, scheme, theme, settingsDrawer, demoSuite, demoUrl, chat, analyticsKey, helpUrl } = options.portal;
  return handlers({
    'GET /api/application-settings': async ({ actor }) => ({
      product: { name: 'Rise', version: options.version },
      languages: [...LANGUAGES],
      defaultLanguage: 'en',
      appearance: {
        layout,
        scheme,
        theme,
        themes: [...THEMES],
        screens: { sm: '600px', md: '960px', lg: '1280px', xl: '1440px' },
      },
      signIn: {
        path: '/login',
        signOutPath: '/logout',
        failedPath: '/login-failed',
        embedded: options.embeddedProvider,
      },
      features: options.features,
      chat,
      aiClients: options.mcp !== false,
      signedIn: actor !== null,
      settingsDrawer,
      analytics: { key: analyticsKey },
      help: { url: helpUrl },
      demoSuite: { path: demoSuite ? (demoUrl?.href ?? '/demo/') : null },
    }),
  });
}
