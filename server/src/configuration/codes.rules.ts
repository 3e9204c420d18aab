import type {
  CodeFilter,
  CodeOrder,
  ConfigurationCode,
  ConfigurationCodes,
  MappedCode,
  MappingDraft,
} from '@rise/contract';
import type { CodeValue } from '@rise/engine';
import { fold, entriesOf } from '../tenant-settings/mapping-content.service.ts';

/** The exact sum of two decimals; null counts as nothing. */
export function addDecimals(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return String(Number(a) + Number(b));
  const scale = Math.max(decimalsOf(a), decimalsOf(b));
  const sum = scaled(a, scale) + scaled(b, scale);
  if (scale === 0) return String(sum);
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
}

const DECIMAL = /^-?\d+(\.\d+)?$/;
const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;
const scaled = (text: string, scale: number) => BigInt(text.replace('.', '') + '0'.repeat(scale - decimalsOf(text)));

const earliest = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a);
const latest = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);

/**
 * Each code once. Columns of one dataset share its rows, so that the one with most rows counts; rows of several datasets
 * add up. Only the weight's dataset has amounts.
 */
export function mergeValues(datasets: readonly (readonly (readonly CodeValue[])[])[]): Map<string | null, CodeValue> {
  const merged = new Map<string | null, CodeValue>();
  for (const columns of datasets) {
    const own = new Map<string | null, CodeValue>();
    for (const value of columns.flat()) {
      const known = own.get(value.code);
      const most = known && known.rows > value.rows ? known : value;
      own.set(value.code, {
        ...most,
        first: earliest(known?.first ?? null, value.first),
        last: latest(known?.last ?? null, value.last),
      });
    }
    for (const value of own.values()) {
      const known = merged.get(value.code);
      merged.set(value.code, {
        code: value.code,
        rows: value.rows + (known?.rows ?? 0),
        amount: addDecimals(known?.amount ?? null, value.amount),
        first: earliest(known?.first ?? null, value.first),
        last: latest(known?.last ?? null, value.last),
      });
    }
  }
  return merged;
}

/** What codes map to, and how much of a code is unmapped where that depends on the day. */
export interface CodeMeanings {
  readonly codes: readonly MappedCode[];
  /** Targets of the model, or labels of a dimension; null: any. An entry with another value is unmapped. */
  readonly possible: ReadonlySet<string> | null;
  /** Number of unmapped rows of codes with days. */
  readonly unmappedOnDays: ReadonlyMap<string, number>;
}

type Code = Omit<ConfigurationCode, 'suggestion'>;

/** All codes of the data and of the mapping. Rows without a code count as unmapped only if they are mapped on some days. */
export function describeCodes(
  values: ReadonlyMap<string | null, CodeValue>,
  { codes, possible, unmappedOnDays }: CodeMeanings,
): Code[] {
  const entries = entriesOf(codes);
  const variants = variantsIn([...values.keys()]);
  const isPossible = ({ value }: MappedCode) => possible?.has(value) ?? true;
  const inData = [...values.values()].map(({ code, rows, ...value }): Code => {
    const own = [...(entries.get(code) ?? [])];
    const valid = own.filter(isPossible);
    const always = valid.some(({ from, until }) => from === null && until === null);
    const unmappedRows = always
      ? 0
      : valid.length === 0
        ? rows
        : Math.min(rows, code === null ? 0 : (unmappedOnDays.get(code) ?? 0));
    const status = unmappedRows === 0 ? 'mapped' : unmappedRows < rows ? 'partly' : 'unmapped';
    return { code, rows, ...value, status, unmappedRows, entries: own, variants: variants.get(code) ?? [] };
  });
  const absent = [...entries]
    .filter(([code]) => !values.has(code))
    .map(([code, own]): Code => {
      const nothing = { amount: null, first: null, last: null, unmappedRows: 0, variants: [] };
      return { code, rows: 0, ...nothing, status: 'absent', entries: own };
    });
  return [...inData, ...absent];
}

/** For each code, the others that are the same without case, accents and blanks. */
function variantsIn(codes: readonly (string | null)[]): Map<string | null, string[]> {
  const groups = new Map<string, string[]>();
  for (const code of codes) {
    if (code === null) continue;
    const key = fold(code).replace(/\s+/g, '');
    const group = groups.get(key);
    if (group) group.push(code);
    else groups.set(key, [code]);
  }
  const variants = new Map<string | null, string[]>();
  for (const group of groups.values())
    if (group.length > 1)
      for (const code of group) variants.set(code, group.filter((other) => other !== code).slice(0, 10));
  return variants;
}

/** Whether a code counts as unmapped. Rows without a code are a value of their own, which need not be mapped. */
export const isOpen = ({ status, code }: Pick<ConfigurationCode, 'status' | 'code'>): boolean =>
  code !== null && (status === 'unmapped' || status === 'partly');

export function passesFilter(
  code: ConfigurationCode,
  filter: CodeFilter,
  changed: ReadonlySet<string | null>,
): boolean {
  switch (filter) {
    case 'all':
      return code.status !== 'absent';
    case 'unmapped':
      return isOpen(code) || (code.code === null && code.status === 'unmapped');
    case 'mapped':
      return code.status === 'mapped' || code.status === 'partly';
    case 'suggested':
      return code.suggestion !== null;
    case 'changed':
      return changed.has(code.code);
    case 'absent':
      return code.status === 'absent';
  }
}

const amountOf = ({ amount }: Pick<Code, 'amount'>) => (amount === null ? 0 : Math.abs(Number(amount)));
const byText = (a: string | null, b: string | null) =>
  a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;

/** Compares codes for an order; ties by code, so that pages neither repeat nor miss one. */
export function compareCodes(order: CodeOrder, direction: 'asc' | 'desc'): (a: Code, b: Code) => number {
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (a: Code, b: Code): number => {
    switch (order) {
      case 'urgent':
        return Number(isOpen(b)) - Number(isOpen(a)) || amountOf(b) - amountOf(a) || b.rows - a.rows;
      case 'code':
        return sign * byText(a.code, b.code);
      case 'rows':
        return sign * (a.rows - b.rows);
      case 'amount':
        return sign * (Number(a.amount ?? 0) - Number(b.amount ?? 0));
      case 'target':
        return sign * byText(a.entries[0]?.value ?? null, b.entries[0]?.value ?? null);
      default:
        return sign * byText(a[order], b[order]);
    }
  };
  return (a, b) => compare(a, b) || byText(a.code, b.code);
}

/** Entries of each code after a draft. */
export function entriesWithDraft(
  codes: readonly Code[],
  draft: MappingDraft | null,
): Map<string | null, readonly MappedCode[]> {
  const entries = new Map<string | null, readonly MappedCode[]>(codes.map((code) => [code.code, code.entries]));
  for (const code of draft?.remove ?? []) entries.set(code, []);
  for (const [code, own] of entriesOf(draft?.set ?? [])) entries.set(code, own);
  return entries;
}

/** For each target, the codes, rows and amount that map to it; a code with several values on different days counts for each. */
export function groupByTarget(
  codes: readonly Code[],
  entries: ReadonlyMap<string | null, readonly MappedCode[]>,
  possible: ReadonlySet<string>,
): ConfigurationCodes['byTarget'] {
  const targets = new Map<string, ConfigurationCodes['byTarget'][number]>();
  const inData = new Map(codes.map((code) => [code.code, code]));
  for (const [code, own] of entries) {
    const { rows = 0, amount = null } = inData.get(code) ?? {};
    for (const value of new Set(own.map((entry) => entry.value))) {
      const known = targets.get(value);
      targets.set(value, {
        value,
        codes: (known?.codes ?? 0) + 1,
        rows: (known?.rows ?? 0) + rows,
        amount: addDecimals(known?.amount ?? null, amount),
        known: possible.has(value),
      });
    }
  }
  return [...targets.values()].toSorted((a, b) => b.rows - a.rows);
}

/** Sums of all codes of the data, and of those that are unmapped; a code that is mapped on some days counts by its rows. */
export function totalsOf(codes: readonly Code[]): ConfigurationCodes['totals'] {
  let totals: ConfigurationCodes['totals'] = { rows: 0, unmappedRows: 0, amount: null, unmappedAmount: null };
  for (const code of codes) {
    const open = isOpen(code);
    totals = {
      rows: totals.rows + code.rows,
      unmappedRows: totals.unmappedRows + (open ? code.unmappedRows : 0),
      amount: addDecimals(totals.amount, code.amount),
      unmappedAmount: addDecimals(
        totals.unmappedAmount ?? (code.amount === null ? null : '0'),
        open && code.status === 'unmapped' ? code.amount : null,
      ),
    };
  }
  return totals;
}
