import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react';
import { englishTexts, type UiTexts } from '../texts/ui-texts.ts';

/** A link inside the product. It must pass every attribute to its anchor. */
export type LinkComponent = ComponentType<ComponentProps<'a'> & { href: string }>;

export interface UiContext {
  /** BCP 47, for figures and dates. */
  locale: string;
  /** ISO 4217, for figures whose unit is `currency`. */
  currency: string;
  texts: UiTexts;
  Link: LinkComponent;
}

export const PlainLink: LinkComponent = ({ children, ...attributes }) => <a {...attributes}>{children}</a>;

const Context = createContext<UiContext>({
  locale: 'en',
  currency: 'USD',
  texts: englishTexts,
  Link: PlainLink,
});

/** Locale, currency, texts and link component for this part of the page. */
export const useUiContext = (): UiContext => useContext(Context);

/** Overrides locale, currency, texts or link for a part of the page. */
export function UiContextProvider({ children, ...changes }: Partial<UiContext> & { children: ReactNode }) {
  const parent = useUiContext();
  const { locale, currency, texts, Link } = { ...parent, ...changes };
  const value = useMemo(() => ({ locale, currency, texts, Link }), [locale, currency, texts, Link]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}
