import { useLayoutEffect, useRef, useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import classes from './announcements.module.css';

/** Two lines of a text, with a button for the rest if there is more. Use the text as its key. */
export function ClampedText({ children }: { children: string }) {
  const { texts } = useUiContext();
  const text = useRef<HTMLParagraphElement>(null);
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
  return (
    <>
      <p ref={text} className={classes['content']} data-clamped={!open || undefined}>
        {children}
      </p>
      {overflows && (
        <button type="button" className={classes['more']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? texts.viewLess : texts.viewMore}
        </button>
      )}
    </>
  );
}
