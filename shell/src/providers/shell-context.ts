import type { Language } from '@rise/contract';
import type { LayoutName } from '@rise/ui';
import { createContext, useContext } from 'react';
import type { ChromeLayout } from '../display/chrome-layout.ts';

/** Dependencies that an application supplies to the shell. */
export interface ShellContextValue {
  /** Link target of the pages for errors and unknown addresses. */
  readonly home: string;
  readonly languages: readonly Language[];
  readonly changeLanguage: (language: Language) => Promise<void>;
  /** The installation's layout. */
  readonly configuredLayout: LayoutName;
  /** The person's own layout, which precedes the installation's. */
  readonly preferredLayout: LayoutName | null;
  readonly saveLayout: (layout: ChromeLayout) => Promise<void>;
}

const ShellContext = createContext<ShellContextValue | null>(null);
export const ShellProvider = ShellContext.Provider;

export function useShell(): ShellContextValue {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('The shell is used outside of its provider.');
  return shell;
}
