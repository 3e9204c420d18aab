import type { ModelUse, Drift, DriftDecision, TableSettings, TextColumnType } from '@rise/contract';
import { columnTypeOf, widerType } from '@rise/engine';
import { sameName, type DraftTable, type KnownTable } from './draft.rules.ts';

/** Which members of the model read a column of a table. */
export type UsesOf = (table: string, column: string) => ModelUse[];

type SettingsColumn = TableSettings['columns'][number];
/** A column of the file, with the type that it would be loaded with. */
type FileColumn = Drift['now'] & object;

/** How the columns of a table's file differ from those of the table in the current version. */
export function driftOf(table: DraftTable, known: KnownTable | undefined, usesOf: UsesOf): Drift[] {
  if (!known || table.settings === null) return [];
  const now = columnsOf(table);
  const came = now.filter(({ name }) => !known.columns.some((column) => sameName(column.name, name)));
  const went = known.columns.filter(({ name }) => !now.some((column) => sameName(column.name, name)));
  const renamed = pairRenamed(went, came);
  const decide = decisionsIn(table);
  return [
    ...renamed.map(({ from, to }) =>
      decide({ kind: 'renamed', column: to.name, before: from, now: to, uses: usesOf(known.name, from.name) }),
    ),
    ...came
      .filter((column) => !renamed.some(({ to }) => to === column))
      .map((column) => decide({ kind: 'came', column: column.name, before: null, now: column, uses: [] })),
    ...went
      .filter((column) => !renamed.some(({ from }) => from === column))
      .map((column) =>
        decide({
          kind: 'went',
          column: column.name,
          before: column,
          now: null,
          uses: usesOf(known.name, column.name),
        }),
      ),
    ...now.flatMap((column) => {
      const before = known.columns.find(({ name }) => sameName(name, column.name));
      const kind = before && kindOfChange(before.type, column.type);
      const uses = kind ? usesOf(known.name, before!.name) : [];
      return kind ? [decide({ kind, column: column.name, before: before!, now: column, uses })] : [];
    }),
  ];
}

/** Columns of the file that are loaded, with their types in the warehouse. */
export function columnsOf({ settings, columns }: Pick<DraftTable, 'settings' | 'columns'>): FileColumn[] {
  return (settings?.columns ?? []).map((column) => ({
    title: column.title,
    name: column.name,
    type: typeOfColumn(column, columns.find(({ title }) => title === column.title)?.fileType ?? null),
  }));
}

function typeOfColumn({ type }: SettingsColumn, fileType: string | null): string {
  return spelled(type ? columnTypeOf(type) : (fileType ?? 'VARCHAR'));
}

/** Types are compared without blanks: DECIMAL(18, 2) is DECIMAL(18,2). */
const spelled = (type: string) => type.replaceAll(/,\s+/g, ',');

function kindOfChange(before: string, now: string): 'wider' | 'narrower' | null {
  const old = spelled(before);
  if (old === now) return null;
  const both = widerType([old, now]);
  if (both === null) return 'narrower';
  return both === old ? null : 'wider';
}

/** Columns that went and came under names of which one has the words of the other. Always a question. */
function pairRenamed<B extends { name: string; type: string }>(went: readonly B[], came: readonly FileColumn[]) {
  const words = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const pairs: { from: B; to: FileColumn }[] = [];
  for (const from of went) {
    const to = came.find((column) => {
      const [a, b] = [words(from.name), words(column.name)];
      const alike =
        a.length >= 4 &&
        b.length >= 4 &&
        (a.startsWith(b) || b.startsWith(a) || a.endsWith(b) || b.endsWith(a) || a === b);
      return alike && kindOfChange(from.type, column.type) !== 'narrower' && !pairs.some((pair) => pair.to === column);
    });
    if (to) pairs.push({ from, to });
  }
  return pairs;
}

interface Difference {
  kind: Drift['kind'];
  column: string;
  before: { name: string; type: string } | null;
  now: FileColumn | null;
  uses: ModelUse[];
}

/** Adds options and the decision: a person's, or the one that loses nothing. */
function decisionsIn({ decisions, columns, mode }: DraftTable) {
  return ({ uses, ...difference }: Difference): Drift => {
    const [options, fallback] = optionsOf({ ...difference, uses }, mode === 'replace');
    const chosen = decisions[difference.column];
    const decided = chosen !== undefined && options.includes(chosen);
    return {
      ...difference,
      samples: columns.find(({ title }) => title === difference.now?.title)?.samples ?? [],
      usedBy: uses,
      options,
      decision: decided ? chosen : fallback,
      decided,
    };
  };
}

/** Possible decisions, and the one without a person's; null where only a person can decide. */
function optionsOf(
  { kind, before, uses, now }: Difference,
  replaces: boolean,
): [options: DriftDecision[], fallback: DriftDecision | null] {
  switch (kind) {
    case 'came':
      return [['take', 'leave_out'], 'take'];
    case 'went':
      return [['null'], uses.length === 0 ? 'null' : null];
    case 'renamed':
      return [['same', 'separate'], null];
    case 'wider':
      return [['take', 'leave_out'], 'take'];
    case 'narrower':
      // Text holds everything; the other way around, some rows may not fit, or the old ones do not.
      if (before!.type === 'VARCHAR') return [replaces ? ['text', 'take'] : ['text', 'leave_out'], 'text'];
      if (replaces) return [['take', 'reject', ...(now!.type === 'VARCHAR' ? [] : (['text'] as const))], null];
      return [['reject', 'leave_out'], null];
  }
}

/** The settings by which a table is loaded, with the decisions about its differences. */
export function decidedSettings(settings: TableSettings, drift: readonly Drift[]): TableSettings {
  const columns = (settings.columns as SettingsColumn[]).flatMap((column) => {
    const found = drift.find(({ now }) => now !== null && now.title === column.title);
    if (!found) return [column];
    if (found.decision === 'leave_out') return [];
    if (found.decision === 'same') return [{ ...column, name: found.before!.name.toLowerCase() }];
    if (found.decision === 'text') return [{ ...column, type: { kind: 'text' as const } }];
    return found.decision === 'reject' ? [{ ...column, type: typeFor(found.before!.type, column) }] : [column];
  });
  return { ...settings, columns } as TableSettings;
}

/** How texts of a column are read as a type of the warehouse. */
function typeFor(type: string, { type: own }: SettingsColumn): TextColumnType {
  const decimal = own && 'decimal' in own ? own.decimal : '.';
  const thousands = own && 'thousands' in own ? own.thousands : '';
  const affix = own && 'affix' in own ? own.affix : '';
  const format = own && 'format' in own ? own.format : '%Y-%m-%d';
  const numbers = { decimal, thousands, affix } as const;
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/.test(type)) return { kind: 'integer', thousands, affix };
  const scale = Number(/^DECIMAL\(\d+,\s*(\d+)\)$/.exec(type)?.[1] ?? 0);
  if (scale > 0) return { kind: 'decimal', scale: Math.min(12, scale), ...numbers };
  if (type.startsWith('DECIMAL')) return { kind: 'integer', thousands, affix };
  if (type === 'DOUBLE' || type === 'FLOAT') return { kind: 'number', ...numbers };
  if (type === 'DATE') return { kind: 'date', format };
  if (type.startsWith('TIMESTAMP')) return { kind: 'timestamp', format, zoned: type.includes('ZONE') };
  if (type === 'BOOLEAN') return { kind: 'boolean', trueText: 'true', falseText: 'false' };
  return { kind: 'text' };
}
