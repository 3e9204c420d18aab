import { IconSettings } from '@tabler/icons-react';
import { CHROME_LAYOUTS, preloadLayout } from '../layouts/layouts.ts';
import { observable, useObservable } from '../observable.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';

/** Outside React, because button and drawer have different places in the tree: choosing a layout draws the toolbar again. */
export const settingsOpened = observable(false);

export const SETTINGS_BUTTON_ATTRIBUTE = 'data-settings-button';

/** Opens the display settings from the toolbar, where it covers nothing of the page. */
export function SettingsButton() {
  const { texts } = useUiContext();
  const opened = useObservable(settingsOpened);
  const open = () => {
    settingsOpened.set(true);
    // Loads the layouts ahead of the choice; one that fails to load now is tried again when it is chosen.
    for (const name of CHROME_LAYOUTS) preloadLayout(name).catch(() => undefined);
  };
  return (
    <ToolbarButton
      {...{ [SETTINGS_BUTTON_ATTRIBUTE]: '' }}
      label={texts.settings}
      icon={IconSettings}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={open}
    />
  );
}
