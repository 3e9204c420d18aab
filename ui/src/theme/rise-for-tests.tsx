import type { ReactNode } from 'react';
import { RiseProvider, type RiseProviderProps } from './rise-provider.tsx';
import { THEME_NAMES } from './tokens.ts';

/** What components need above them, with nothing special about it. */
export function Rise({ children, ...changes }: Partial<RiseProviderProps> & { children: ReactNode }) {
  return (
    <RiseProvider appearance={{ scheme: 'light', theme: 'default', themes: THEME_NAMES }} locale="en" {...changes}>
      {children}
    </RiseProvider>
  );
}
