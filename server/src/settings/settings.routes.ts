import { LANGUAGES, THEMES, type ApplicationSettings } from '@rise/contract';
import { handlers } from '../kernel/api.ts';

export interface SettingsOptions {
  version: string;
  /** True while the embedded identity provider signs people in. */
  embeddedProvider: boolean;
  features: ApplicationSettings['features'];
}

/** The settings which the portal loads before it starts. */
export function settingsHandlers(options: SettingsOptions) {
  return handlers({
    'GET /api/application-settings': async () => ({
      product: { name: 'Rise', version: options.version },
      languages: [...LANGUAGES],
      defaultLanguage: 'en',
      appearance: {
        layout: 'classic',
        scheme: 'light',
        theme: 'default',
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
    }),
  });
}
