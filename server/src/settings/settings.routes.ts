import { LANGUAGES, THEMES, type ApplicationSettings, type Preferences } from '@rise/contract';
import { handlers } from '../kernel/api.ts';

/** What an installation decides about its portal. */
export interface PortalChoices {
  /** Counts where a person chose none. */
  readonly layout: NonNullable<Preferences['layout']>;
  readonly scheme: NonNullable<Preferences['scheme']>;
  readonly theme: NonNullable<Preferences['theme']>;
  readonly settingsDrawer: boolean;
  /** The demo suite at `/demo/`. */
  readonly demoSuite: boolean;
  /** Quick chat, where a tenant has not decided otherwise. */
  readonly chat: boolean;
  /** The tag manager's container; null loads nothing. */
  readonly analyticsKey: string | null;
  /** The knowledge centre; null for none. */
  readonly helpUrl: string | null;
}

export interface SettingsOptions {
  version: string;
  /** True while the embedded identity provider signs people in. */
  embeddedProvider: boolean;
  features: ApplicationSettings['features'];
  portal: PortalChoices;
}

/** The settings which the portal loads before it starts. */
export function settingsHandlers(options: SettingsOptions) {
  const { layout, scheme, theme, settingsDrawer, demoSuite, chat, analyticsKey, helpUrl } = options.portal;
  return handlers({
    'GET /api/application-settings': async () => ({
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
      settingsDrawer,
      analytics: { key: analyticsKey },
      help: { url: helpUrl },
      demoSuite: { path: demoSuite ? '/demo/' : null },
    }),
  });
}
