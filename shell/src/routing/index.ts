export { useAddress } from './address.ts';
export { createAppLink } from './app-link.tsx';
export { createShellRouter, type RouteAlias } from './create-router.ts';
export { useDocumentTitle, usePageTitle } from './document-title.ts';
export { useHeadingFocus } from './heading-focus.ts';
export { type ScreenEntry, useScreenEntry } from './screen-entry.ts';
export { useBack } from './use-back.ts';
export { useOpen } from './use-open.ts';
export { type OverlayAddress, useOverlayAddress } from './use-overlay-address.ts';
