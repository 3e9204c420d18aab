import { type Dispatch, type SetStateAction, useState } from 'react';
import { useBack } from './use-back.ts';

/**
 * What is open without an address of its own, such as a dialog: the Back and Forward buttons close it. `closed` is its
 * value while nothing is open; `initial`, its first one, if something opens with the page.
 */
export function useOpen<T>(closed: T, initial: T = closed): [T, Dispatch<SetStateAction<T>>] {
  const [open, setOpen] = useState(initial);
  useBack(() => setOpen(() => closed));
  return [open, setOpen];
}
