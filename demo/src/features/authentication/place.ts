import { useMatch, useRouter } from '@tanstack/react-router';
import { wayBack } from '../../routing/access.ts';
import { LIVE_VARIANT, type PageName, PAGE_NAMES, showcaseHref, type VariantName } from './variants.ts';

export interface Place {
  readonly page: PageName;
  readonly variant: VariantName;
  /** Looked at, not needed: links stay within the showcase and its setting. */
  readonly showcase: boolean;
  readonly hrefOf: (page: PageName) => string;
  /** Goes to another of these pages. */
  readonly turnTo: (page: PageName) => void;
  /** Goes where the visitor wanted to, once they are signed in. */
  readonly enter: () => void;
}

/** Which of the pages this is, and where it leads. */
export function usePlace(): Place {
  const router = useRouter();
  const { pathname, search } = useMatch({ strict: false });
  const [variant, name] = pathname.split('/').toReversed() as [VariantName, PageName];
  const showcase = PAGE_NAMES.includes(name);
  const asked = router.options.stringifySearch!(search);
  const hrefOf = (page: PageName) => `${showcase ? showcaseHref(page, variant) : `/${page}`}${asked}`;
  // Back then leads to what was before the form, and not to a form that has done its work.
  const replace = (to: string) => void router.navigate({ href: to, replace: true });
  return {
    page: showcase ? name : (pathname.slice(1) as PageName),
    variant: showcase ? variant : LIVE_VARIANT,
    showcase,
    hrefOf,
    turnTo: (page) => replace(hrefOf(page)),
    enter: () => replace(wayBack(asked)),
  };
}
