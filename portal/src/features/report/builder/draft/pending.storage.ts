import type { PendingChange } from './pending.rules.ts';

const key = (report: string) => `rise.report-draft.${report}`;

/** Changes of a former visit that the server did not confirm; sent again, each counts once. */
export function readPending(report: string): PendingChange[] {
  try {
    const value = JSON.parse(localStorage.getItem(key(report)) ?? '[]') as unknown;
    return Array.isArray(value) ? (value as PendingChange[]) : [];
  } catch {
    return [];
  }
}

export function writePending(report: string, pending: readonly PendingChange[]): void {
  try {
    if (pending.length > 0) localStorage.setItem(key(report), JSON.stringify(pending));
    else localStorage.removeItem(key(report));
  } catch {
    // Without storage, what is on its way is lost only if the page is closed before it arrives.
  }
}
