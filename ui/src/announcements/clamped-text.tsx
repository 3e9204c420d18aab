import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import classes from './announcements.module.css';

/** Two lines of a text, with a button for the rest if there is more. Key it by the text. */
export function ClampedText({ children }: { children: ReactNode }) {
  const { texts } = useUiContext();
  const text = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null || open) return undefined;
    const measure = () => setOverflows(element.scrollHeight > element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open]);
  // A link behind the second line must not have the focus unseen. A click does not move the page under the pointer.
  const onFocus = ({ target }: FocusEvent) => {
    if (overflows && target.matches(':focus-visible')) setOpen(true);
  };
  return (
    <>
      <div ref={text} className={classes['content']} data-clamped={!open || undefined} onFocus={onFocus}>
        {children}
      </div>
      {overflows && (
        <button type="button" className={classes['more']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? texts.viewLess : texts.viewMore}
        </button>
      )}
    </>
  );
}
