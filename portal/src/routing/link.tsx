import { createAppLink } from '@rise/shell/routing';
import type { AnyRouter } from '@tanstack/react-router';

/** A link. Screens of the portal open in place; other addresses load in the browser. */
export const AppLink = createAppLink(isScreen);

/** Sign-in, sign-out and API pages are served by the server, not the router. */
function isScreen(router: AnyRouter, href: string): boolean {
  if (!href.startsWith('/')) return false;
  const entry = router.getMatchedRoutes(href.split(/[?#]/, 1)[0]!)[2]?.options.staticData?.entry;
  return entry !== undefined && entry.path !== '$';
}
