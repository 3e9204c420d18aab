import { mean } from './quantiles.rules.ts';

/** How values are compared: by their ratios where all are positive, else by their differences. */
export interface Scale {
  readonly kind: 'ratio' | 'difference';
  readonly to: (value: number) => number;
  readonly from: (scaled: number) => number;
}

/** The scale of one series; null where its values do not differ. */
export function scaleOf(values: readonly number[]): Scale | null {
  const first = values[0];
  if (first === undefined || values.every((value) => value === first)) return null;
  if (values.every((value) => value > 0)) return { kind: 'ratio', to: Math.log, from: Math.exp };
  const size = mean(values.map(Math.abs));
  return { kind: 'difference', to: (value) => value / size, from: (scaled) => scaled * size };
}
