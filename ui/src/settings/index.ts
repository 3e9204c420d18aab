export { useDisplayNames } from './display-names.ts';
export { SettingsButton, settingsOpened } from './settings-button.tsx';
export { type DisplaySettings, SettingsDrawer, type SettingsDrawerProps } from './settings-drawer.tsx';
