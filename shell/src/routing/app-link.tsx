import { type AnyRouter, useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

export interface AppLinkProps extends ComponentProps<'a'> {
  href: string;
  /** Keeps the scroll position: what the link opens appears beside the current content. */
  still?: boolean;
}

/**
 * Creates a link component that navigates in place if `isScreen` returns true for the address, and leaves every other
 * address to the browser.
 */
export function createAppLink(isScreen: (router: AnyRouter, href: string) => boolean) {
  return function AppLink({ href, still = false, onClick, target, children, ...rest }: AppLinkProps) {
    const router = useRouter();
    const internal = isScreen(router, href);
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      if (!internal || target || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (still) void router.navigate({ href, resetScroll: false });
      else router.history.push(href);
    };
    return (
      <a {...rest} href={internal ? router.history.createHref(href) : href} target={target} onClick={follow}>
        {children}
      </a>
    );
  };
}
