const MINUTE_MS = 60_000;

/** How often each person may do something; forgets who has not done it for a minute. */
export interface Allowance {
  /** Counts one more, and answers false where it would be one too many. */
  take(whose: string): boolean;
}

export function createAllowance(perMinute: number, now: () => number = () => Date.now()): Allowance {
  const taken = new Map<string, number[]>();
  return {
    take(whose) {
      const since = now() - MINUTE_MS;
      for (const [person, times] of taken) if (times.at(-1)! <= since) taken.delete(person);
      const recent = (taken.get(whose) ?? []).filter((time) => time > since);
      if (recent.length >= perMinute) return false;
      taken.set(whose, [...recent, now()]);
      return true;
    },
  };
}
