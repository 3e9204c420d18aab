import { useMemo } from 'react';
import { useUi } from './surroundings.tsx';
import { shellTexts, type ShellTexts } from './shell-english.ts';

export { shellTexts, type ShellTexts };

/** The words of the shell's rooms, in the language of the place. */
export function useShellTexts(): ShellTexts {
  const { texts } = useUi();
  return useMemo(() => ({ ...shellTexts, ...(texts as Partial<ShellTexts>) }), [texts]);
}
