import { useMatch, useRouter } from '@tanstack/react-router';
import { wayBack } from '../../routing/access.ts';
import { LIVE_VARIANT, type PageName, PAGE_NAMES, showcaseHref, type VariantName } from './variants.ts';

export interface AuthPage {
  readonly page: PageName;
  readonly variant: VariantName;
  /** Whether the page is part of the showcase; its links then stay in the showcase and its variant. */
  readonly showcase: boolean;
  readonly hrefOf: (page: PageName) => string;
  /** Navigates to another authentication page. */
  readonly turnTo: (page: PageName) => void;
  /** Navigates to the requested address after the sign-in. */
  readonly enter: () => void;
}

/** The current authentication page and its navigation. */
export function useAuthPage(): AuthPage {
  const router = useRouter();
  const { pathname, search } = useMatch({ strict: false });
  const [variant, name] = pathname.split('/').toReversed() as [VariantName, PageName];
  const showcase = PAGE_NAMES.includes(name);
  const request = router.options.stringifySearch!(search);
  const hrefOf = (page: PageName) => `${showcase ? showcaseHref(page, variant) : `/${page}`}${request}`;
  // Replace the entry, so that Back skips a form that has been submitted.
  const replace = (to: string) => void router.navigate({ href: to, replace: true });
  return {
    page: showcase ? name : (pathname.slice(1) as PageName),
    variant: showcase ? variant : LIVE_VARIANT,
    showcase,
    hrefOf,
    turnTo: (page) => replace(hrefOf(page)),
    enter: () => replace(wayBack(request)),
  };
}
