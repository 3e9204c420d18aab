import type { Filter } from '@rise/contract';
import { once } from '../expression/once.ts';
import type { Calendar } from './calendar.ts';
import type { ParameterSetting } from '../model/parameter-value.ts';
import type { Mappings } from './mappings.ts';

/** A row rule for the reader: rows of `dataset` that do not satisfy it are invisible to them. */
export interface RowRule {
  dataset: string;
  filter: Filter;
}

/** Attributes of the reader that the model's rules can use. */
export interface ReaderOf {
  roles: readonly string[];
  groups: readonly string[];
  /** By name, for example `{ email: ['ada@alder.example'], branch: ['north', 'south'] }`. */
  attributes: Readonly<Record<string, readonly string[]>>;
  /** Nobody in particular: all rules and masks apply, also those about other roles and groups. */
  unnamed?: true;
}

/** The tenant and reader a query runs for. */
export interface Scope {
  tenant: string;
  /** Identifies the person whose work it is, for fair shares within the tenant. Undefined for the server's own. */
  person?: string;
  /** Row rules of the host, in addition to the model's. */
  predicates?: readonly RowRule[];
  /**
   * The reader that the model's row rules and column masks apply to. If undefined, an unnamed reader to whom all of
   * them apply; none apply to 'system', which maintains the data itself.
   */
  reader?: ReaderOf | 'system';
  /** The person viewing as `reader`. What they cannot see themselves stays hidden from them. */
  onBehalfOf?: ReaderOf;
  /** The tenant's values of parameters; others use their defaults. */
  parameters?: Readonly<Record<string, ParameterSetting>>;
  /** The tenant's mappings. Undefined: all codes are unmapped. */
  mappings?: Mappings;
  /** The tenant's calendar. Defaults to weeks from Monday, calendar years and UTC. */
  calendar?: Calendar;
  /** The tenant's reporting currency, ISO 4217, as set. Defaults to the model's. */
  currency?: string;
  /** Today in the tenant's time zone, 'YYYY-MM-DD'. Defaults to today in UTC. */
  today?: string;
}

/**
 * A scope as JSON: all of its content, with the hash of its mappings for their codes. Computed once, since the queries of
 * a run have their scope in common.
 */
export const scopeKey = once((scope: Scope): string => JSON.stringify(scope));
