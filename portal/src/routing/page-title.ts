import { useDocumentTitle, useScreenEntry } from '@rise/shell/routing';
import { useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../settings/settings.ts';
import type { RouteEntry } from './route-entry.ts';

/** Sets the document's title: the page's, then the product's. */
export function useRouteTitle(): void {
  const { t } = useTranslation();
  const { product } = useSettings();
  const entry = useScreenEntry() as RouteEntry | undefined;
  const missing = useMatches({ select: (matches) => matches.some((match) => match.status === 'notFound') });
  useDocumentTitle(entry?.title ? t(entry.title) : null, product.name, missing ? t('notFound.pageTitle') : undefined);
}
