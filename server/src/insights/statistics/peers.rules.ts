import { median, quantile, robustDeviation } from './quantiles.rules.ts';
import { twoSided } from './student.rules.ts';

/** Fewer members have no usual value. */
export const LEAST_PEERS = 12;

export interface Peer {
  readonly value: number;
  /** What the value is divided by; null where that is unknown: with a small one, values differ by chance. */
  readonly base: number | null;
}

/** Where a value is among its peers. */
export interface Standing {
  readonly p: number;
  /** Of all members. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Shares between 0 and 1 are compared by their odds, other positive values by their ratios. */
function comparison(values: readonly number[]): (value: number) => number {
  if (values.every((value) => value > 0 && value < 1)) return (value) => Math.log(value / (1 - value));
  return values.every((value) => value > 0) ? Math.log : (value) => value;
}

/** Of a normal distribution, the middle 90 % relative to the middle half. */
const NORMAL_TAILS = 2.439;

/**
 * Degrees of freedom of the t distribution with tails as heavy as these values have: values that are seldom in a normal
 * distribution are common in many real ones.
 */
function freedomOf(values: readonly number[]): number {
  const tails = (quantile(values, 0.95) - quantile(values, 0.05)) / (quantile(values, 0.75) - quantile(values, 0.25));
  // Quartiles and tails of t distributions: 1 has 6.3, 2 3.6, 3 3.1, 5 2.8, 10 2.6.
  if (!(tails > NORMAL_TAILS)) return 200;
  const known = [
    [1, 6.31],
    [1.5, 4.31],
    [2, 3.58],
    [3, 3.08],
    [4, 2.88],
    [5, 2.77],
    [7, 2.66],
    [10, 2.59],
    [20, 2.51],
    [50, 2.465],
  ] as const;
  return known.find(([, ratio]) => tails >= ratio)?.[0] ?? 200;
}

/** The scale of all, below which that of similar members does not go. */
const LEAST_SCALE = 0.5;

/** Scale of the values of members with a similar base. */
function scalesOf(peers: readonly Peer[], values: readonly number[]): number[] {
  const all = robustDeviation(values);
  const bases = peers.flatMap(({ base }) => (base === null ? [] : [base]));
  if (bases.length < peers.length || peers.length < 3 * LEAST_PEERS) return values.map(() => all);
  const [low, high] = [quantile(bases, 1 / 3), quantile(bases, 2 / 3)];
  const third = (base: number) => (base <= low ? 0 : base <= high ? 1 : 2);
  const scales = [0, 1, 2].map((place) => {
    const similar = values.filter((_, index) => third(peers[index]!.base!) === place);
    return similar.length < LEAST_PEERS ? all : robustDeviation(similar);
  });
  return peers.map(({ base }) => Math.max(all * LEAST_SCALE, scales[third(base!)]!));
}

/** How unusual each member is among the others; null where there are too few, or most are equal. */
export function standingsOf(peers: readonly Peer[]): (Standing | null)[] {
  if (peers.length < LEAST_PEERS) return peers.map(() => null);
  const raw = peers.map(({ value }) => value);
  const compare = comparison(raw);
  const values = raw.map(compare);
  const center = median(values);
  const scales = scalesOf(peers, values);
  const off = values.map((value, index) => (value - center) / scales[index]!);
  const freedom = Math.min(freedomOf(off), peers.length - 1);
  const of = { median: median(raw), low: quantile(raw, 0.25), high: quantile(raw, 0.75) };
  return values.map((_, index) => {
    const scale = scales[index]!;
    return scale > 1e-9 ? { p: twoSided(off[index]!, freedom), ...of } : null;
  });
}
