export { type DisplaySettings, SettingsDrawer, type SettingsDrawerProps } from './settings-drawer.tsx';
