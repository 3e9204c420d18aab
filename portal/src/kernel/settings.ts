import type { ApplicationSettings } from '@rise/contract';
import { createContext, useContext } from 'react';

export const SettingsContext = createContext<ApplicationSettings | null>(null);

/** The settings that were loaded before the portal started. */
export function useSettings(): ApplicationSettings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('The settings are loaded before anything is drawn.');
  return settings;
}
