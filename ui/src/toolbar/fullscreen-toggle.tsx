import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { MenuAction } from '../menus/menu-action.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

const subscribe = (onChange: () => void) => {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
};

/** Enters and leaves full screen; null where the browser cannot. */
export function useFullscreenAction(): (MenuAction & Required<Pick<MenuAction, 'icon'>>) | null {
  const { texts } = useUiContext();
  const isFull = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement));
  if (document.fullscreenEnabled === false) return null;
  return {
    id: 'fullscreen',
    label: isFull ? texts.exitFullscreen : texts.enterFullscreen,
    icon: isFull ? IconMinimize : IconMaximize,
    onClick: () => void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  };
}

/** Fills the screen with the page and back. On narrow screens `ToolbarOverflow` has a menu item for it instead. */
export function FullscreenToggle() {
  const action = useFullscreenAction();
  if (action === null) return null;
  const { label, icon, onClick } = action;
  return <ToolbarButton wideOnly label={label} icon={icon} onClick={onClick!} />;
}
