import type { LocalizedText } from '@rise/contract';

/** Variants of the authentication pages. */
interface Variant {
  readonly name: Required<LocalizedText>;
  /** `card` floats on the page, `half` takes half of it, `column` only the width of the form. */
  readonly form: 'card' | 'half' | 'column';
  /** Side of the picture. */
  readonly promo: 'none' | 'start' | 'end';
}

export const VARIANTS = {
  classic: { name: { en: 'Classic', tr: 'Klasik' }, form: 'card', promo: 'none' },
  modern: { name: { en: 'Modern', tr: 'Modern' }, form: 'card', promo: 'end' },
  'modern-reversed': { name: { en: 'Modern, reversed', tr: 'Modern, ters' }, form: 'card', promo: 'start' },
  'split-screen': { name: { en: 'Split screen', tr: 'Bölünmüş ekran' }, form: 'half', promo: 'end' },
  'split-screen-reversed': {
    name: { en: 'Split screen, reversed', tr: 'Bölünmüş ekran, ters' },
    form: 'half',
    promo: 'start',
  },
  fullscreen: { name: { en: 'Fullscreen', tr: 'Tam ekran' }, form: 'column', promo: 'end' },
  'fullscreen-reversed': {
    name: { en: 'Fullscreen, reversed', tr: 'Tam ekran, ters' },
    form: 'column',
    promo: 'start',
  },
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof VARIANTS;
export const VARIANT_NAMES = Object.keys(VARIANTS) as VariantName[];

/** The variant of the demo's own sign-in. */
export const LIVE_VARIANT: VariantName = 'split-screen';

export const PAGES = {
  'sign-in': { en: 'Sign in', tr: 'Giriş' },
  'sign-up': { en: 'Create an account', tr: 'Hesap oluşturma' },
  'sign-out': { en: 'Sign out', tr: 'Çıkış' },
  'forgot-password': { en: 'Forgotten password', tr: 'Unutulan parola' },
  'reset-password': { en: 'New password', tr: 'Yeni parola' },
  'unlock-session': { en: 'Locked', tr: 'Kilitli' },
  'confirmation-required': { en: 'Confirm your address', tr: 'Adresinizi onaylayın' },
  'coming-soon': { en: 'Coming soon', tr: 'Çok yakında' },
} as const satisfies Record<string, LocalizedText>;

export type PageName = keyof typeof PAGES;
export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** The pages that the demo itself links or redirects to. */
export const LIVE_PAGES = PAGE_NAMES.filter((page) => page !== 'coming-soon');

export const showcaseHref = (page: PageName, variant: VariantName): string =>
  `/pages/${page === 'coming-soon' ? '' : 'authentication/'}${page}/${variant}`;
