import { type RefObject, useEffect, useRef } from 'react';

/** On touch screens a focused field opens the keyboard, which covers the content. */
const isTouchScreen = () => matchMedia('(pointer: coarse)').matches;

/** Ref of the element to focus when its panel opens: the field, or the title if there is none or on touch screens. */
export function useInitialFocus<T extends HTMLElement>(
  part: 'field' | 'title',
  hasField = true,
): { ref: RefObject<T | null>; 'data-autofocus'?: true } {
  const ref = useRef<T>(null);
  const takesFocus = (part === 'field') === (hasField && !isTouchScreen());
  useEffect(() => {
    if (takesFocus) ref.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return takesFocus ? { ref, 'data-autofocus': true } : { ref };
}
