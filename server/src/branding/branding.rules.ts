import { branding, type Branding } from '@rise/contract';

/** As stored of a tenant. */
export interface StoredBranding {
  readonly language: string | null;
  readonly theme: string | null;
  /** The hash of the logo. */
  readonly logo: string | null;
}

/** As it applies today: a theme or language that is no longer offered counts as none. */
export function brandingOf({ language, theme, logo }: StoredBranding): Branding {
  const { shape } = branding;
  return {
    language: shape.language.catch(null).parse(language),
    theme: shape.theme.catch(null).parse(theme),
    logo: logo === null ? null : `/api/v1/branding/logo?v=${logo.slice(0, 16)}`,
  };
}
