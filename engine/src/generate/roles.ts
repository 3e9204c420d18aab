import type { Join, Tables } from './joins.ts';
import { nameFrom } from './titles.ts';
import { wordsOf } from '../profiles/column-words.ts';

/** A joined table in one role. */
export interface Role {
  /** Qualifies its columns: the table's name, where the table has one role only. */
  readonly name: string;
  /** The name of what it is joined to. */
  readonly from: string;
  readonly join: Join;
  readonly on: readonly { column: string; key: string }[];
  /** Whether it has more columns of the same rows. */
  readonly isPart: boolean;
}

/** More joins make a dataset unreadable, and roles of one table hard to tell apart. */
const MOST = { joins: 20, roles: 3 };
const SUFFIX = /_?(id|key|code|no|nr|number|num|cd|ref)$/i;

interface Step {
  readonly join: Join;
  readonly isPart: boolean;
  /** The step that it continues; null from the dataset's own table. */
  readonly before: Step | null;
}

const isOnPath = (step: Step | null, table: string): boolean =>
  step !== null && (step.join.to === table || isOnPath(step.before, table));

const columnsOf = ({ column, key, also = [] }: Join) => [{ column, key }, ...also];

/**
 * Whether a step leads to the row that another one leads to already: from a column of the key by which the table before
 * was joined, whose value the table before that has itself. The leg of a trip is of the shipment that the trip names.
 */
function isKnown({ join, before }: Step, joinsOf: (before: Step | null) => readonly Join[]): boolean {
  const own = before && columnsOf(before.join).find(({ key }) => key === join.column)?.column;
  return joinsOf(before?.before ?? null).some(
    (other) => other !== before?.join && other.column === own && other.to === join.to && other.key === join.key,
  );
}

/** First tables with more columns of the same rows, then everything reachable, a table once in each role. */
function stepsFrom({ joins, halves }: Tables, table: string): Step[] {
  const stepsOf = (list: readonly Join[] = [], before: Step | null = null, isPart = false) =>
    list.map((join): Step => ({ join, before, isPart }));
  const open = [...stepsOf(halves.get(table), null, true), ...stepsOf(joins.get(table))];
  const chosen: Step[] = [];
  while (open.length > 0 && chosen.length < MOST.joins) {
    const step = open.shift()!;
    const { to } = step.join;
    if (isKnown(step, (before) => joins.get(before?.join.to ?? table) ?? [])) continue;
    // A table may refer to itself, once.
    if (isOnPath(step.before, to) || (step.before !== null && to === table)) continue;
    if (chosen.filter(({ join }) => join.to === to).length >= MOST.roles) continue;
    chosen.push(step);
    if (to !== table) open.push(...stepsOf(joins.get(to), step));
  }
  return chosen;
}

/** A role's name: what its column says without the suffix, or else what the table is joined to. */
function nameOf({ join, before }: Step, from: string): string {
  const role = nameFrom(join.column.replace(SUFFIX, '') || join.to);
  const isTable = wordsOf(role).join(' ') === wordsOf(join.to).join(' ');
  return isTable && before !== null ? `${from}_${join.to}` : role;
}

/** The tables that a dataset over a table joins; a table in several roles has a name of its own in each. */
export function rolesOf(tables: Tables, table: string): Role[] {
  const steps = stepsFrom(tables, table);
  const names = new Map<Step, string>();
  const isAlone = ({ join }: Step) =>
    join.to !== table && steps.filter(({ join: { to } }) => to === join.to).length === 1;
  const taken = new Set([table, ...steps.filter(isAlone).map(({ join }) => join.to)].map((name) => name.toLowerCase()));
  return steps.map((step): Role => {
    const { join, before, isPart } = step;
    const from = before ? names.get(before)! : table;
    const name = isAlone(step) ? join.to : freeName(nameOf(step, from), taken);
    taken.add(name.toLowerCase());
    names.set(step, name);
    return { name, from, join, on: [{ column: join.column, key: join.key }, ...(join.also ?? [])], isPart };
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}
