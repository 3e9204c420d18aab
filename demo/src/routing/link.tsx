import { createAppLink } from '@rise/shell/routing';

/** A link. An address that starts with `/` opens a screen of the demo; others are ordinary links. */
export const AppLink = createAppLink((_router, href) => href.startsWith('/'));
