import type { Filter } from '@rise/contract';
import type { Calendar } from './calendar.ts';
import type { Mappings } from './mapped.ts';

/** A row rule of the reader: rows of `dataset` that do not pass are not there for them. */
export interface RowRule {
  dataset: string;
  filter: Filter;
}

/** What a model's rules may ask of the person who reads. */
export interface ReaderOf {
  roles: readonly string[];
  groups: readonly string[];
  /** By name, for example `{ email: ['ada@alder.example'], branch: ['north', 'south'] }`. */
  attributes: Readonly<Record<string, readonly string[]>>;
}

/** On whose behalf a query runs. `policyHash` changes whenever `predicates` or the rights behind them do. */
export interface Scope {
  tenant: string;
  policyHash: string;
  predicates: readonly RowRule[];
  /**
   * Whom the model's own row rules and column masks are about. Left out, it is nobody in particular, to whom all of
   * them apply; to the system, which looks after the data itself, none do.
   */
  reader?: ReaderOf | 'system';
  /** Who looks through the reader's eyes: what they themselves may not see stays hidden from them. */
  onBehalfOf?: ReaderOf;
  /** What the tenant has set of the model's parameters; the others have their defaults. */
  parameters?: Readonly<Record<string, string | number | boolean>>;
  /** What the tenant's source codes mean; where it is left out, nobody has said it of any. */
  mappings?: Mappings;
  /** How the tenant counts time; Monday weeks, calendar years and UTC where it says nothing. */
  calendar?: Calendar;
  /** The day it is where the tenant is, 'YYYY-MM-DD'; in UTC where it is left out. */
  today?: string;
}
