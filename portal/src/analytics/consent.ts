import { observable } from '@rise/ui/kernel';

/** Whether this browser's reader lets usage be counted; null: not asked yet. */
export type Consent = 'granted' | 'denied' | null;

const STORED = 'rise.analytics';

function read(): Consent {
  try {
    const stored = localStorage.getItem(STORED);
    return stored === 'granted' || stored === 'denied' ? stored : null;
  } catch {
    return null;
  }
}

export const consent = observable<Consent>(read());

/** Remembers the answer in this browser. */
export function answerConsent(answer: Exclude<Consent, null>): void {
  try {
    localStorage.setItem(STORED, answer);
  } catch {
    // Storage may be closed to us; the answer then lasts as long as the page, and the question comes back.
  }
  consent.set(answer);
}
