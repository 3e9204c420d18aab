import { type RefObject, useEffect, useRef } from 'react';

/** On touch screens a field that has the focus brings up a keyboard, over what is to be read. */
const touched = () => matchMedia('(pointer: coarse)').matches;

/** For what is to have the focus when its room opens: the field, or the title where there is none or where it would be in the way. */
export function useFirstFocus<T extends HTMLElement>(
  part: 'field' | 'title',
  hasField = true,
): { ref: RefObject<T | null>; 'data-autofocus'?: true } {
  const ref = useRef<T>(null);
  const wanted = (part === 'field') === (hasField && !touched());
  useEffect(() => {
    if (wanted) ref.current?.focus({ preventScroll: true });
  }, [wanted]);
  return wanted ? { ref, 'data-autofocus': true } : { ref };
}
