import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLanguage } from '../i18n/language.ts';
import { observable, useObservable } from '@rise/ui/kernel';

const PRODUCT = 'Rise';

/** A title that only the screen knows, such as a record's; it counts until the screen goes. */
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
  const language = useLanguage();
  const own = useObservable(ownTitle);
  const told = useMatches({ select: (matches) => matches.at(-1)?.staticData.entry?.title });
  const title = own ?? told?.[language] ?? null;
  useEffect(() => {
    document.title = title === null ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}
