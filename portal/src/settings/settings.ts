import type { ApplicationSettings } from '@rise/contract';
import { createContext, useContext } from 'react';

export const SettingsContext = createContext<ApplicationSettings | null>(null);

/** Settings of the installation, loaded before the first render. */
export function useSettings(): ApplicationSettings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('The settings are loaded before anything is drawn.');
  return settings;
}
