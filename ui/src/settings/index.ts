export { useDisplayNames } from './display-names.ts';
export { SettingsButton } from './settings-button.tsx';
export { type DisplaySettings, SettingsDrawer, type SettingsDrawerProps } from './settings-drawer.tsx';
