import type { ParameterValue, TenantParameter } from '@rise/contract';

/** What was entered: a text as typed (a list has one text a line), or a switch. */
export type Entered = string | boolean;
export interface DraftChange {
  from: string;
  value: Entered;
}
/** What was entered for a parameter; a null value resets it to its default. */
export interface ParameterDraft {
  value?: Entered | null;
  changes?: readonly DraftChange[];
}
/** By the parameter's name. */
export type Draft = Readonly<Record<string, ParameterDraft>>;

export type Shape = Pick<
  TenantParameter,
  'name' | 'type' | 'default' | 'value' | 'changes' | 'minimum' | 'maximum' | 'options'
>;

const INTEGER = /^-?\d{1,15}$/;
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/;
const PERCENT = /^-?\d{1,13}(\.\d{1,8})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Moves the decimal point of an exact decimal; `places` > 0: to the left. */
function shiftPoint(decimal: string, places: number): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal)!;
  const digits = `${whole!.padStart(Math.max(places, 0) + 1, '0')}${fraction.padEnd(Math.max(-places, 0), '0')}`;
  const padded = digits.length - fraction.padEnd(Math.max(-places, 0), '0').length - places;
  const left = digits.slice(0, padded).replace(/^0+(?=\d)/, '');
  const right = digits.slice(padded).replace(/0+$/, '');
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

/** A value as it is entered. Percentages are entered as such: 2.5 for '0.025'. */
export function toEntered({ type }: Pick<Shape, 'type'>, value: ParameterValue): Entered {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.join('\n');
  return type === 'percent' && NUMBER.test(String(value)) ? shiftPoint(String(value), -2) : String(value);
}

/** The values of a list, one a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Numbers are sent as they were typed, so that they stay exact; a decimal comma is read as a point. Null: not of its type. */
export function readEntered({ type }: Pick<Shape, 'type'>, entered: Entered): ParameterValue | null {
  if (typeof entered === 'boolean') return entered;
  const text = entered.trim();
  const number = text.replace(',', '.');
  switch (type) {
    case 'integer':
      return INTEGER.test(text) ? Number(text) : null;
    case 'number':
      return NUMBER.test(number) ? number : null;
    case 'percent':
      return PERCENT.test(number) ? shiftPoint(number, 2) : null;
    case 'date':
      return DAY.test(text) ? text : null;
    case 'list':
      return linesOf(entered);
    case 'boolean':
    case 'string':
      return text;
  }
}

export type Issue = 'type' | 'range' | 'options';

/** What is wrong with an entry; null: nothing. The server has the last word. */
export function issueOf(parameter: Shape, entered: Entered): Issue | null {
  const value = readEntered(parameter, entered);
  if (value === null) return 'type';
  const { minimum, maximum, options, type } = parameter;
  if (options && [value].flat().some((item) => !options.some((option) => option.value === item))) return 'options';
  const compare = (limit: string | number) =>
    type === 'date'
      ? String(value) < String(limit)
        ? -1
        : Number(String(value) > String(limit))
      : Number(value) - Number(limit);
  const isOutside = (minimum !== undefined && compare(minimum) < 0) || (maximum !== undefined && compare(maximum) > 0);
  return isOutside ? 'range' : null;
}

/** The content of a parameter's field. */
export function enteredIn(parameter: Shape, draft: Draft): Entered {
  const entered = draft[parameter.name]?.value;
  if (entered === undefined) return toEntered(parameter, parameter.value ?? parameter.default);
  return entered ?? toEntered(parameter, parameter.default);
}

/** The dated values as they are entered. */
export function changesIn(parameter: Shape, draft: Draft): readonly DraftChange[] {
  const entered = draft[parameter.name]?.changes;
  return entered ?? parameter.changes.map(({ from, value }) => ({ from, value: toEntered(parameter, value) }));
}

/** Whether the default applies if the field is saved. */
export function isDefault(parameter: Shape, draft: Draft): boolean {
  const entered = draft[parameter.name]?.value;
  return entered === undefined ? parameter.value === null : entered === null;
}

export interface ParameterChanges {
  values: Record<string, ParameterValue | null>;
  changes: Record<string, { from: string; value: ParameterValue }[]>;
  /** Names of the parameters with an entry that is not allowed. */
  invalid: ReadonlySet<string>;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const plain = (value: ParameterValue | null) => (typeof value === 'number' ? String(value) : value);

/** What saving would change. An entry that equals the current value changes nothing. */
export function changesOf(parameters: readonly Shape[], draft: Draft): ParameterChanges {
  const result: ParameterChanges = { values: {}, changes: {}, invalid: new Set() };
  const invalid = new Set<string>();
  for (const parameter of parameters) {
    const { name } = parameter;
    const entered = draft[name];
    if (!entered) continue;
    if (entered.value === null) {
      if (parameter.value !== null) result.values[name] = null;
    } else if (entered.value !== undefined) {
      if (issueOf(parameter, entered.value) !== null) invalid.add(name);
      else {
        const value = readEntered(parameter, entered.value)!;
        if (!same(plain(value), plain(parameter.value ?? parameter.default))) result.values[name] = value;
      }
    }
    if (entered.changes === undefined) continue;
    const days = entered.changes.map(({ from }) => from);
    const isInvalid = entered.changes.some(
      ({ from, value }, index) => !DAY.test(from) || days.indexOf(from) !== index || issueOf(parameter, value) !== null,
    );
    if (isInvalid) invalid.add(name);
    else {
      const changes = entered.changes
        .map(({ from, value }) => ({ from, value: readEntered(parameter, value)! }))
        .toSorted((one, other) => (one.from < other.from ? -1 : 1));
      const text = (list: readonly { from: string; value: ParameterValue }[]) =>
        list.map(({ from, value }) => [from, plain(value)]);
      if (!same(text(changes), text(parameter.changes))) result.changes[name] = changes;
    }
  }
  return { ...result, invalid };
}

/** Number of parameters that saving would change. */
export const countOf = ({ values, changes }: Pick<ParameterChanges, 'values' | 'changes'>): number =>
  new Set([...Object.keys(values), ...Object.keys(changes)]).size;
