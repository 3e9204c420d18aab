import { observable, useObservable } from '@rise/ui/observable';
import { useEffect } from 'react';

/** A title that only the screen knows, such as a record's; reset when the screen is left. */
const screenTitle = observable<string | null>(null);

/** Names the page after the screen's subject. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    screenTitle.set(title ?? null);
    return () => screenTitle.set(null);
  }, [title]);
}

/** Sets the document's title: `override`, else the screen's own, else that of its address; then the product's name. */
export function useDocumentTitle(addressTitle: string | null, product: string, override?: string): void {
  const ownTitle = useObservable(screenTitle);
  const title = override ?? ownTitle ?? addressTitle;
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
}
