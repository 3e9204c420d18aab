/** Numbers that look random, the same each time. */
export function generator(seed: number) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

export interface PlantedFamily {
  readonly members: readonly { readonly values: readonly number[]; readonly isPlanted: boolean }[];
}

/**
 * Series by dimension: each with its size, trend, noise and a season that those of a dimension share, half of them
 * accumulating. `planted` of them have a last value that is six deviations off what was to be expected.
 */
export function plantFamilies(
  {
    families,
    members,
    periods,
    planted,
    cycle,
  }: Record<'families' | 'members' | 'periods' | 'planted' | 'cycle', number>,
  seed: number,
): PlantedFamily[] {
  const { uniform, normal } = generator(seed);
  const chosen = new Set<number>();
  while (chosen.size < planted) chosen.add(Math.floor(uniform() * families * members));
  return Array.from({ length: families }, (_, family) => {
    const accumulates = family % 2 === 1;
    const swing = family % 3 === 0 ? 0.3 : 0;
    const phase = uniform() * cycle;
    return {
      members: Array.from({ length: members }, (__, member) => {
        const isPlanted = chosen.has(family * members + member);
        const [level, trend, noise] = [10 + 3 * normal(), 0.01 * normal(), 0.03 * Math.exp(0.2 * normal())];
        let at_level = level;
        // What is around a line can be predicted less exactly than the line is known.
        const off = accumulates ? 1 : Math.sqrt(1 + 4 / periods);
        const values = Array.from({ length: periods }, (___, at) => {
          const shock = noise * normal();
          const jump = isPlanted && at === periods - 1 ? 6 * noise * off * (uniform() < 0.5 ? -1 : 1) : 0;
          at_level += trend + (accumulates ? shock : 0);
          const season = swing * Math.sin((2 * Math.PI * (at + phase)) / cycle);
          return Math.exp(at_level + season + jump + (accumulates ? 0 : shock));
        });
        return { values, isPlanted };
      }),
    };
  });
}
