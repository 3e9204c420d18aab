import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useUi } from '../theme/surroundings.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

/** Fills the screen with the page and back; absent where the browser cannot. */
export function FullscreenToggle() {
  const { texts } = useUi();
  const full = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement));
  if (document.fullscreenEnabled === false) return null;
  return (
    <ToolbarButton
      wideOnly
      label={full ? texts.exitFullscreen : texts.enterFullscreen}
      icon={full ? IconMinimize : IconMaximize}
      onClick={() => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
    />
  );
}
