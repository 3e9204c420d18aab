/** What the values of a report's parameters are checked by. */
interface ParameterLimits {
  readonly name: string;
  readonly default: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

interface WithParameters {
  readonly parameters?: readonly ParameterLimits[] | undefined;
}

export type ParameterValues = Readonly<Record<string, number>>;

/** Whether a parameter may have a value. */
export const isWithin = ({ min, max }: Pick<ParameterLimits, 'min' | 'max'>, value: number): boolean =>
  Number.isFinite(value) && (min === undefined || value >= min) && (max === undefined || value <= max);

/** The value of each parameter of a report: the reader's, or else the report's. */
export const parameterValues = ({ parameters = [] }: WithParameters, chosen: ParameterValues = {}): ParameterValues =>
  Object.fromEntries(parameters.map(({ name, default: usual }) => [name, chosen[name] ?? usual]));

/** A number of a tile, or that of a parameter; null where the report has none of that name. */
export const numberOf = (value: number | { readonly parameter: string }, values: ParameterValues): number | null =>
  typeof value === 'number' ? value : (values[value.parameter] ?? null);
