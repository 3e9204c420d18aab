import { useAppearance } from '@rise/ui';
import { SettingsDrawer, settingsOpened } from '@rise/ui/settings';
import { useBack } from '../routing/use-back.ts';
import { useChooseLayout, useLayoutName } from './layout.ts';
import { type ChromeLayout } from './chrome-layout.ts';

/** Scheme, theme and layout in a drawer that the toolbar opens. */
export default function DisplayDrawer() {
  useBack(() => settingsOpened.set(false));
  const { scheme, setScheme, theme, setTheme, themes } = useAppearance();
  const layout = useLayoutName();
  const chooseLayout = useChooseLayout();
  return (
    <SettingsDrawer
      scheme={scheme}
      theme={theme}
      layout={layout}
      themes={themes}
      onChange={(change) => {
        if (change.scheme) setScheme(change.scheme);
        if (change.theme) setTheme(change.theme);
        if (change.layout) void chooseLayout(change.layout as ChromeLayout);
      }}
    />
  );
}
