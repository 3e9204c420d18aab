import type { Dimension, Filter, Measure } from '@rise/contract';

/** Looks up the fields of a report's dataset. */
export interface Fields {
  dimension(name: string): Dimension | undefined;
  measure(name: string): Measure | undefined;
}

/** The reader's choices, checked against the filters and measures that the document offers. */
export interface Choices {
  /** The member the report is about; null when neither the reader nor the tenant names one. */
  subject: string | null;
  /** Null where the report offers none. */
  measure: string | null;
  /** Rows of the subject and its peers alike. */
  filter: Filter | undefined;
  peers: Filter | undefined;
  /** The filter but for selected marks. */
  base: readonly (Filter | undefined)[];
  /** Marks and rows that the reader selected in tiles, by their dimension. */
  marks: readonly { readonly field: string; readonly filter: Filter }[];
  /** What the reader selected, condition by condition, for tiles of other datasets. */
  conditions: readonly Filter[];
  /** The least size to be ranked, by tile. */
  minimums?: Readonly<Record<string, Filter>>;
}

/** A member's own values of dimensions, as texts; several where its rows differ, none where they are empty. */
export type SubjectValues = ReadonlyMap<string, string[]>;
