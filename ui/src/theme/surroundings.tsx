import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react';
import { englishTexts, type UiTexts } from './texts.ts';

/** A link inside the product. It must hand every attribute on to its anchor. */
export type LinkComponent = ComponentType<ComponentProps<'a'> & { href: string }>;

export interface Surroundings {
  /** BCP 47, for figures and dates. */
  locale: string;
  /** ISO 4217, for figures whose unit is `currency`. */
  currency: string;
  texts: UiTexts;
  Link: LinkComponent;
}

export const PlainLink: LinkComponent = ({ children, ...attributes }) => <a {...attributes}>{children}</a>;

const SurroundingsContext = createContext<Surroundings>({
  locale: 'en',
  currency: 'USD',
  texts: englishTexts,
  Link: PlainLink,
});

/** Locale, currency, texts and link of the place where a component is used. */
export const useUi = (): Surroundings => useContext(SurroundingsContext);

/** Uses another currency, or other texts, in a part of the page. */
export function SurroundingsProvider({ children, ...changes }: Partial<Surroundings> & { children: ReactNode }) {
  const around = useUi();
  const { locale, currency, texts, Link } = { ...around, ...changes };
  const value = useMemo(() => ({ locale, currency, texts, Link }), [locale, currency, texts, Link]);
  return <SurroundingsContext.Provider value={value}>{children}</SurroundingsContext.Provider>;
}
