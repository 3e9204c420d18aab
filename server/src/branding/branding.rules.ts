import { branding, type Branding } from '@rise/contract';

/** As stored of a tenant. */
export interface StoredBranding {
  readonly language: string | null;
  readonly theme: string | null;
  /** The hash of the logo. */
  readonly logo: string | null;
}

/** Where people of a tenant read its logo. */
const LOGO = '/api/v1/branding/logo';

/** As it applies today: a theme or language that is no longer offered counts as none. `address` is the logo’s for the reader. */
export function brandingOf({ language, theme, logo }: StoredBranding, address = LOGO): Branding {
  const { shape } = branding;
  return {
    language: shape.language.catch(null).parse(language),
    theme: shape.theme.catch(null).parse(theme),
    logo: logo === null ? null : `${address}?v=${logo.slice(0, 16)}`,
  };
}
