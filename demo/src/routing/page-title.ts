import { useLanguage } from '@rise/shell/language';
import { useDocumentTitle, useScreenEntry } from '@rise/shell/routing';
import type { RouteEntry } from './route-entry.ts';

/** Keeps the document's title: the page's, then the product's. */
export function useRouteTitle(): void {
  const language = useLanguage();
  const entry = useScreenEntry() as RouteEntry | undefined;
  useDocumentTitle(entry?.title[language] ?? null, 'Rise');
}
