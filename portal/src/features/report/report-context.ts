import type { Report } from '@rise/contract';
import { createContext, useContext } from 'react';
import type { ReportChoices } from './report.state.ts';

/** What every part of an open report needs to know and may ask for. */
export interface OpenReport {
  report: Report;
  choices: ReportChoices;
  /** Key and name of the member that the report is about; null where it is about none. */
  subject: { key: string; title: string } | null;
  /** The measure of ranking and distribution. */
  measure: string;
  /** Changes the choices, and with them the address. */
  choose: (change: Partial<ReportChoices>) => void;
  /** Opens "About this number". */
  about: (measure: string, tile: string) => void;
  again: () => void;
}

export const ReportContext = createContext<OpenReport | null>(null);

export function useOpenReport(): OpenReport {
  const open = useContext(ReportContext);
  if (!open) throw new Error('Only parts of an open report can be drawn here.');
  return open;
}
