import { observable } from '@rise/ui/observable';

/** Consent to usage statistics in this browser; null before the first decision. */
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

/** Stores the decision in this browser. */
export function answerConsent(answer: Exclude<Consent, null>): void {
  try {
    localStorage.setItem(STORED, answer);
  } catch {
    // Storage may be unavailable; the decision then lasts as long as the page.
  }
  consent.set(answer);
}
