import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { RiseProvider, type RiseProviderProps } from '../provider/rise-provider.tsx';
import { THEME_NAMES } from '../theme/tokens.ts';

/** The test DOM has no layout: a menu's button would count as scrolled out of view, and its menu as hidden. */
const SHOWN = { defaultProps: { hideDetached: false } };
const TEST_THEME = { components: { Menu: SHOWN, Popover: SHOWN } };

/** Default providers for component tests. */
export function Rise({ children, ...changes }: Partial<RiseProviderProps> & { children: ReactNode }) {
  return (
    <RiseProvider appearance={{ scheme: 'light', theme: 'default', themes: THEME_NAMES }} locale="en" {...changes}>
      <MantineThemeProvider inherit theme={TEST_THEME}>
        {children}
      </MantineThemeProvider>
    </RiseProvider>
  );
}
