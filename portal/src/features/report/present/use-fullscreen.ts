import { useEffect, useEffectEvent } from 'react';

/**
 * Takes the whole screen while the caller is shown. Browsers grant it only right after a key or a click, and some never:
 * what is presented then fills the window. Calls back when the reader leaves full screen by the browser's own key.
 */
export function useFullscreen(onLeft: () => void): void {
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    // A page that has the whole screen already keeps it.
    if (document.fullscreenElement || !document.documentElement.requestFullscreen) return;
    let isOver = false;
    let isFull = false;
    const leave = () => void document.exitFullscreen().catch(() => {});
    const onChange = () => {
      if (isFull && !document.fullscreenElement) left();
    };
    const enter = async () => {
      try {
        await document.documentElement.requestFullscreen();
      } catch {
        return;
      }
      isFull = true;
      if (isOver) leave();
    };
    void enter();
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      isOver = true;
      document.removeEventListener('fullscreenchange', onChange);
      if (isFull && document.fullscreenElement) leave();
    };
  }, []);
}
