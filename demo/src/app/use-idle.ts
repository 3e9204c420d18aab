import { useEffect, useState } from 'react';
import { whenIdle } from '../kernel/when-idle.ts';

/** Whether the screen is there and the page has rested since: what nobody has asked for yet is loaded then. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
