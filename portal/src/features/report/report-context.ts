import type { Report, ResolvedChoices } from '@rise/contract';
import { createContext, useContext } from 'react';
import type { ReportChoices } from './report.state.ts';

/** State and actions shared by the parts of an open report. */
export interface OpenReport {
  report: Report;
  choices: ReportChoices;
  /** What the choices come to in the latest run; null before its first line. */
  resolved: ResolvedChoices | null;
  /** Whether nothing has arrived yet, so that who the peers are, and how much room that takes, is not known. */
  opening: boolean;
  /** Key and name of the report's subject; null without one. */
  subject: { key: string; title: string } | null;
  /** The measure of ranking and distribution; null where the report has none to choose. */
  measure: string | null;
  /** Changes the choices, which updates the address; a step that the reader does not go back to replaces it. */
  choose: (change: Partial<ReportChoices>, options?: { replace: boolean }) => void;
  /** Opens "About this number"; null outside of the portal, where figures have neither it nor other tools. */
  about: ((measure: string, tile: string) => void) | null;
  rerun: () => void;
  /** Whether marks and rows filter the report: not where it is built, where a click selects its tile. */
  isFilteredByMarks: boolean;
  /** Whether it is drawn from stored rows, of which there are no others: nothing can be chosen or queried. */
  isFrozen?: boolean;
}

export const ReportContext = createContext<OpenReport | null>(null);

export function useOpenReport(): OpenReport {
  const open = useContext(ReportContext);
  if (!open) throw new Error('Only parts of an open report can be drawn here.');
  return open;
}

/** The property of a figure that opens "About this number"; none where there is none. */
export const aboutProps = (about: OpenReport['about'], measure: string, tile: string): { onAbout?: () => void } =>
  about ? { onAbout: () => about(measure, tile) } : {};
