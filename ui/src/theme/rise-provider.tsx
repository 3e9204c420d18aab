import { MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { ConfirmProvider } from '../dialogs/confirm-provider.tsx';
import { type AppearanceConfig, AppearanceProvider, useAppearance } from './appearance.tsx';
import { mantineTheme } from './mantine-theme.ts';
import { type LinkComponent, PlainLink, SurroundingsProvider } from './surroundings.tsx';
import { englishTexts, type UiTexts } from './texts.ts';

export interface RiseProviderProps {
  appearance: AppearanceConfig;
  locale: string;
  currency?: string;
  texts?: Partial<UiTexts>;
  link?: LinkComponent;
  children: ReactNode;
}

function Mantine({ children }: { children: ReactNode }) {
  const { resolved } = useAppearance();
  return (
    <MantineProvider theme={mantineTheme} forceColorScheme={resolved} withCssVariables>
      {children}
    </MantineProvider>
  );
}

/** Everything that components of this package need above them. */
export function RiseProvider({
  appearance,
  locale,
  currency = 'USD',
  texts,
  link = PlainLink,
  children,
}: RiseProviderProps) {
  const allTexts = useMemo(() => ({ ...englishTexts, ...texts }), [texts]);
  return (
    <SurroundingsProvider locale={locale} currency={currency} texts={allTexts} Link={link}>
      <AppearanceProvider config={appearance}>
        <Mantine>
          <ConfirmProvider>{children}</ConfirmProvider>
        </Mantine>
      </AppearanceProvider>
    </SurroundingsProvider>
  );
}
