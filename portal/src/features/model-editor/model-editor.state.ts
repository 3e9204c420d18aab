import type { SearchParams } from '@rise/ui/search-params';
import { type ReaderChoice, readReader, writeReader } from './view-as/reader.rules.ts';

export const PANELS = ['figure', 'form', 'tests', 'questions', 'tables'] as const;
export type Panel = (typeof PANELS)[number];
export const STEPS = ['edit', 'joins', 'review'] as const;

/** State of the editor, as stored in the address: `?panel=questions&member=loans.amount&tables=loan,account`. */
export interface ModelEditorState {
  step: (typeof STEPS)[number];
  panel: Panel;
  /** The selected measure or dimension, as `<dataset>.<name>`. */
  member: string | null;
  /** The dimension by which its figure is broken down. */
  by: string | null;
  /** With whose rights figures are computed; null: with the author’s. */
  reader: ReaderChoice | null;
  /** The test whose fields are shown. */
  test: string | null;
  /** Tables whose questions are shown, or that were just loaded. */
  tables: readonly string[];
}

const short = (text: string | undefined) => (text ?? '').slice(0, 200) || null;

export function readModelEditorState(params: SearchParams): ModelEditorState {
  return {
    step: STEPS.find((step) => step === params.step) ?? 'edit',
    panel: PANELS.find((panel) => panel === params.panel) ?? 'figure',
    member: short(params.member),
    by: short(params.by),
    reader: readReader(params),
    test: short(params.test),
    tables: (params.tables ?? '')
      .split(',')
      .filter((table) => table !== '')
      .slice(0, 20),
  };
}

/** Writes a state as parameters of the address; defaults are omitted. */
export function writeModelEditorState(state: ModelEditorState): Record<string, string> {
  const { step, panel, member, by, reader, test, tables } = state;
  return {
    ...(step !== 'edit' && { step }),
    ...(panel !== 'figure' && { panel }),
    ...(member !== null && { member }),
    ...(by !== null && { by }),
    ...writeReader(reader),
    ...(test !== null && { test }),
    ...(tables.length > 0 && { tables: tables.join(',') }),
  };
}
