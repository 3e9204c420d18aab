import type { LocalizedText } from '@rise/contract';
import type { SignedIn } from './session.ts';

/** A report that was read on this browser, with what it was about. */
export interface RecentReport {
  id: string;
  title: LocalizedText;
  /** Who or what the report showed. */
  subject: string | null;
  /** The address as it was left, choices included. */
  address: string;
  /** ISO 8601. */
  openedAt: string;
}

const MOST = 6;

/** The reader's latest reports in the tenant, latest first. Kept apart for each account and tenant. */
export function recentReports(session: SignedIn): RecentReport[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(session)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts a report first; one report with one subject stands once. */
export function rememberReport(session: SignedIn, report: RecentReport): void {
  const others = recentReports(session).filter(({ id, subject }) => id !== report.id || subject !== report.subject);
  try {
    localStorage.setItem(keyOf(session), JSON.stringify([report, ...others].slice(0, MOST)));
  } catch {
    // Storage may be full or closed to us; the list is a convenience.
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
