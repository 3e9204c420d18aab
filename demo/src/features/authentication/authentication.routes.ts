import { barePage, type RouteEntry } from '../../routing/route-entry.ts';
import { LIVE_PAGES, PAGE_NAMES, type PageName, PAGES, showcaseHref, VARIANT_NAMES, VARIANTS } from './variants.ts';

const SCREENS: Record<PageName, RouteEntry['screen']> = {
  'sign-in': () => import('./sign-in.page.tsx'),
  'sign-up': () => import('./sign-up.page.tsx'),
  'sign-out': () => import('./sign-out.page.tsx'),
  'forgot-password': () => import('./forgot-password.page.tsx'),
  'reset-password': () => import('./reset-password.page.tsx'),
  'unlock-session': () => import('./unlock-session.page.tsx'),
  'confirmation-required': () => import('./confirmation-required.page.tsx'),
  'coming-soon': () => import('./coming-soon.page.tsx'),
};

/** The authentication pages the demo itself uses. Only signing out requires a session. */
const live = LIVE_PAGES.map((page) => {
  const { en, tr } = PAGES[page];
  return barePage(page === 'sign-out' ? 'public' : 'guests', `/${page}`, [en, tr], SCREENS[page]);
});

/** The same pages in each of their variants, as a showcase. */
const showcase = PAGE_NAMES.flatMap((page) =>
  VARIANT_NAMES.map((variant) => {
    const { en, tr } = VARIANTS[variant].name;
    const title = [`${PAGES[page].en}: ${en}`, `${PAGES[page].tr}: ${tr}`] as const;
    return barePage('public', showcaseHref(page, variant), title, SCREENS[page]);
  }),
);

/** All authentication pages: those in use and the showcase. */
export const signInPages: readonly RouteEntry[] = [...live, ...showcase];
