import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { observable, useObservable } from '@rise/ui/kernel';
import { useSettings } from '../kernel/settings.ts';

/** A title that only the screen knows, such as a report's; it counts until the screen goes. */
const ownTitle = observable<string | null>(null);

/** Names the page after the screen's subject. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    ownTitle.set(title ?? null);
    return () => ownTitle.set(null);
  }, [title]);
}

/** Keeps the document's title: the page's, then the product's. */
export function useRouteTitle(): void {
  const { t } = useTranslation();
  const product = useSettings().product.name;
  const own = useObservable(ownTitle);
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.entry?.title });
  const missing = useMatches({ select: (matches) => matches.some((match) => match.status === 'notFound') });
  const title = missing ? t('notFound.pageTitle') : (own ?? (key ? t(key) : null));
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
}
