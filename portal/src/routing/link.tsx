import { type AnyRouter, useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/** A link by address. One that leads to a screen of the portal changes it in place; any other is the browser's. */
export function AppLink({ href, onClick, target, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter();
  const ours = !target && leadsToScreen(router, href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!ours || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <a {...rest} href={href} target={target} onClick={follow}>
      {children}
    </a>
  );
}

/** Sign-in, sign-out, the API's pages and whatever else the server answers at this address are none of the router's. */
function leadsToScreen(router: AnyRouter, href: string): boolean {
  if (!href.startsWith('/')) return false;
  const entry = router.getMatchedRoutes(href.split(/[?#]/, 1)[0]!)[2]?.options.staticData?.entry;
  return entry !== undefined && entry.path !== '$';
}
