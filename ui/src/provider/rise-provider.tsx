import { MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { ConfirmProvider } from '../dialogs/confirm-provider.tsx';
import { type AppearanceConfig, AppearanceProvider, useAppearance } from '../theme/appearance.tsx';
import { mantineTheme } from '../theme/mantine-theme.ts';
import { type LinkComponent, PlainLink, UiContextProvider } from '../context/ui-context.tsx';
import { englishTexts, type UiTexts } from '../texts/ui-texts.ts';

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

/** Providers required by the components of this package. */
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
    <UiContextProvider locale={locale} currency={currency} texts={allTexts} Link={link}>
      <AppearanceProvider config={appearance}>
        <Mantine>
          <ConfirmProvider>{children}</ConfirmProvider>
        </Mantine>
      </AppearanceProvider>
    </UiContextProvider>
  );
}
