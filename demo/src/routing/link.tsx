import { createAppLink } from '@rise/shell/routing';

/** A link. An address that starts with `/` opens a screen of the demo; any other is an ordinary link. */
export const AppLink = createAppLink((_router, href) => href.startsWith('/'));
