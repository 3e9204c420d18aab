import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that runs work once the next frame is drawn: of several, the last; none when the component is gone. */
export function useAfterFrame(): (work: () => void) => void {
  const frame = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = useCallback(() => {
    cancelAnimationFrame(frame.current);
    clearTimeout(timer.current);
  }, []);
  useEffect(() => cancel, [cancel]);
  return useCallback(
    (work) => {
      cancel();
      frame.current = requestAnimationFrame(() => {
        timer.current = setTimeout(work);
      });
    },
    [cancel],
  );
}
