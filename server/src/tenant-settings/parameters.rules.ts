import type { ErrorDetail, ParameterValue, ParameterVersion, TenantParameterSetting } from '@rise/contract';
import { parameterIssue, spansOfSetting, type CompiledModel, type ParameterSetting } from '@rise/engine';
import type { ParameterVersionRow } from './parameters.sql.ts';
import type { ParameterSettings } from './tenant-settings.sql.ts';

type DatedValue = TenantParameterSetting['changes'][number];

/** A change of parameters: first values (null: the default), and all dated values of some. */
export interface ParameterChanges {
  readonly values: Readonly<Record<string, ParameterValue | null>>;
  readonly changes: Readonly<Record<string, readonly DatedValue[]>>;
}

/** A setting as it is sent. */
export function toSetting(setting: ParameterSetting | undefined): TenantParameterSetting {
  const { value, changes } = spansOfSetting(setting);
  return { value, changes: [...changes] };
}

/** The settings after a change. A parameter without values of its own is left out. */
export function changeSettings(before: ParameterSettings, { values, changes }: ParameterChanges): ParameterSettings {
  const next = new Map(Object.entries(before));
  for (const name of new Set([...Object.keys(values), ...Object.keys(changes)])) {
    const known = spansOfSetting(before[name]);
    const value = Object.hasOwn(values, name) ? values[name]! : known.value;
    const dated = (changes[name] ?? known.changes).toSorted((one, other) => (one.from < other.from ? -1 : 1));
    if (dated.length > 0) next.set(name, { value, changes: dated });
    else if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return Object.fromEntries(next);
}

/** What is wrong with a change, by field. */
export function checkChanges(model: CompiledModel | undefined, { values, changes }: ParameterChanges): ErrorDetail[] {
  const parameters = model?.model.parameters ?? [];
  const issuesOf = (name: string, field: string, entered: readonly (ParameterValue | null)[]): ErrorDetail[] => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (!parameter) {
      const names = parameters.map((candidate) => `'${candidate.name}'`).join(', ');
      return [{ field, message: `The model has no parameter '${name}'.${names === '' ? '' : ` It has ${names}.`}` }];
    }
    return entered.flatMap((value, index) => {
      const issue = value === null ? null : parameterIssue(parameter, value);
      const place = field.startsWith('values') ? field : `${field}.${index}.value`;
      return issue === null ? [] : [{ field: place, message: issue }];
    });
  };
  return [
    ...Object.entries(values).flatMap(([name, value]) => issuesOf(name, `values.${name}`, [value])),
    ...Object.entries(changes).flatMap(([name, dated]) => {
      const field = `changes.${name}`;
      const days = dated.map(({ from }) => from);
      const twice = days.findIndex((day, index) => days.indexOf(day) < index);
      const message = `There are two values from ${days[twice]}. Remove one.`;
      return [
        ...issuesOf(
          name,
          field,
          dated.map(({ value }) => value),
        ),
        ...(twice < 0 ? [] : [{ field: `${field}.${twice}.from`, message }]),
      ];
    }),
  ];
}

/** Names of parameters whose settings differ. */
export function changedNames(before: ParameterSettings, after: ParameterSettings): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const text = (setting: ParameterSetting | undefined) => JSON.stringify(toSetting(setting));
  return [...names].filter((name) => text(before[name]) !== text(after[name])).toSorted();
}

/** A version as it is sent, beside the one before. */
export function toVersion(row: ParameterVersionRow, before: ParameterSettings, current: number): ParameterVersion {
  const { version, parameters, author, note, createdAt } = row;
  const shown = (settings: ParameterSettings, name: string) =>
    settings[name] === undefined ? null : toSetting(settings[name]);
  return {
    version,
    current: version === current,
    createdAt: createdAt.toISOString(),
    author,
    note,
    changed: changedNames(before, parameters).map((name) => ({
      name,
      before: shown(before, name),
      after: shown(parameters, name),
    })),
  };
}
