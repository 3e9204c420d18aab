import type { Language } from '@rise/contract';
import { LANGUAGES } from '@rise/shell/language';
import { portalLanguage } from '../../../i18n/language.ts';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** What the address of an embed or a public link carries. */
export interface EmbedToken {
  /** As the server takes it; the server alone checks it. */
  text: string;
  language: Language;
  scheme: (typeof SCHEMES)[number];
}

/** Reads the token from an address, and from its unverified claims how it wants to be shown. */
export function readToken({ hash }: Pick<Location, 'hash'>): EmbedToken {
  const text = hash.slice(1);
  const claims = unverifiedClaims(text);
  return {
    text,
    language: LANGUAGES.find((one) => one === claims?.locale) ?? portalLanguage(LANGUAGES, 'en'),
    // A public link is a page of its own; a frame is part of a page that is light unless its site says otherwise.
    scheme: SCHEMES.find((one) => one === claims?.scheme) ?? (claims ? 'light' : 'auto'),
  };
}

/** Null for anything but a JSON Web Token. */
function unverifiedClaims(token: string): { locale?: unknown; scheme?: unknown } | null {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}
