import type { ParameterValue } from '@rise/contract';
import type { ValueType } from '../expression/tree.ts';
import { addDays } from './calendar.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { spansOfSetting } from '../model/parameter-value.ts';
import type { ParameterSetting } from '../model/parameter-value.ts';

/** Columns of parameters as a table, wherever it is: in SQL over the model, and in a warehouse for other tools. */
export const PARAMETER_COLUMNS = {
  name: 'string',
  type: 'string',
  value: 'string',
  number: 'decimal',
  day: 'date',
  valid_from: 'date',
  valid_until: 'date',
  is_current: 'boolean',
} as const satisfies Record<string, ValueType>;

export interface ParameterRow {
  name: string;
  type: string;
  value: string;
  number: string | null;
  day: string | null;
  valid_from: string | null;
  valid_until: string | null;
  is_current: boolean;
}

/** One row for each value, those of a list each, in each span of days; `day` decides which are current. */
export function parameterRows(
  { model }: CompiledModel,
  settings: Readonly<Record<string, ParameterSetting>> | undefined,
  day: string,
): ParameterRow[] {
  return model.parameters.flatMap(({ name, type, default: usual }) => {
    const { value, changes } = spansOfSetting(settings?.[name]);
    const spans: { from: string | null; value: ParameterValue }[] = [{ from: null, value: value ?? usual }, ...changes];
    return spans.flatMap((span, index) => {
      const next = spans[index + 1]?.from ?? null;
      const isCurrent = (span.from === null || span.from <= day) && (next === null || day < next);
      return [span.value].flat().map((item): ParameterRow => {
        const text = String(item);
        return {
          name,
          type,
          value: text,
          number: type === 'integer' || type === 'number' || type === 'percent' ? text : null,
          day: type === 'date' ? text : null,
          valid_from: span.from,
          valid_until: next === null ? null : addDays(next, -1),
          is_current: isCurrent,
        };
      });
    });
  });
}
