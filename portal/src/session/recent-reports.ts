import type { LocalizedText } from '@rise/contract';
import type { SignedIn } from './session.ts';

/** A report viewed in this browser, with its subject. */
export interface RecentReport {
  id: string;
  title: LocalizedText;
  /** Title of the subject; null without one. */
  subject: string | null;
  /** Last address, including choices. */
  address: string;
  /** ISO 8601. */
  openedAt: string;
}

const MAX_REPORTS = 6;

/** Recently viewed reports, latest first. Stored per account and tenant. */
export function recentReports(session: SignedIn): RecentReport[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(session)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_REPORTS) : [];
  } catch {
    return [];
  }
}

/** Moves a report to the front; each pair of report and subject occurs once. */
export function rememberReport(session: SignedIn, report: RecentReport): void {
  const others = recentReports(session).filter(({ id, subject }) => id !== report.id || subject !== report.subject);
  try {
    localStorage.setItem(keyOf(session), JSON.stringify([report, ...others].slice(0, MAX_REPORTS)));
  } catch {
    // Storage may be full or unavailable; the list is a convenience.
  }
}

const keyOf = ({ account, tenant }: SignedIn): string => `rise.recent.${account.id}.${tenant?.id ?? ''}`;

function isRecent(value: unknown): value is RecentReport {
  const entry = value as Partial<RecentReport> | null;
  return (
    typeof entry?.id === 'string' &&
    typeof entry.title?.en === 'string' &&
    (entry.subject === null || typeof entry.subject === 'string') &&
    typeof entry.address === 'string' &&
    entry.address.startsWith(`/reports/${entry.id}`) &&
    typeof entry.openedAt === 'string' &&
    !Number.isNaN(Date.parse(entry.openedAt))
  );
}
