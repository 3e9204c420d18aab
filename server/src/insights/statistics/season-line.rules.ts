import { mean, sum } from './quantiles.rules.ts';

/** A value in its period, counted from 0. */
export interface Placed {
  readonly place: number;
  readonly value: number;
}

/** A season around a straight line: one level for each phase of the cycle, and one slope. */
export interface SeasonLine {
  /** Its value at a place, and the variance of that as a multiple of the values' own; null for a phase that has none. */
  readonly at: (place: number) => { readonly value: number; readonly factor: number } | null;
  readonly parameters: number;
}

function phasesOf(values: readonly Placed[], cycle: number): Map<number, Placed[]> {
  const phases = new Map<number, Placed[]>();
  for (const placed of values) {
    const phase = phases.get(placed.place % cycle);
    if (phase) phase.push(placed);
    else phases.set(placed.place % cycle, [placed]);
  }
  return phases;
}

/** By least squares. `cycle`: periods of a season. */
export function fitSeasonLine(values: readonly Placed[], cycle: number): SeasonLine {
  const phases = new Map(
    [...phasesOf(values, cycle)].map(([phase, placed]) => [
      phase,
      { placed, middle: mean(placed.map(({ place }) => place)), level: mean(placed.map(({ value }) => value)) },
    ]),
  );
  const apart = [...phases.values()].flatMap(({ placed, middle, level }) =>
    placed.map(({ place, value }) => ({ place: place - middle, value: value - level })),
  );
  const spread = sum(apart.map(({ place }) => place ** 2));
  const slope = spread > 0 ? sum(apart.map(({ place, value }) => place * value)) / spread : 0;
  return {
    at: (place) => {
      const phase = phases.get(place % cycle);
      if (!phase) return null;
      const away = place - phase.middle;
      const bySlope = spread > 0 ? away ** 2 / spread : 0;
      return { value: phase.level + slope * away, factor: 1 / phase.placed.length + bySlope };
    },
    parameters: phases.size + 1,
  };
}
