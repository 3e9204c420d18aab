import { sum } from './quantiles.rules.ts';

/** A member in two periods; null: it has no value there. */
export interface MemberChange {
  readonly key: string;
  readonly before: number | null;
  readonly value: number | null;
  /** Of ratios: what they are divided by. */
  readonly weightBefore?: number | null;
  readonly weight?: number | null;
}

export interface Contribution {
  readonly key: string;
  readonly before: number | null;
  readonly value: number | null;
  /** Of sums a fraction of the former total; of ratios in their unit. All of a dimension add up to the total's change. */
  readonly points: number;
  /** Of ratios: the part that is from its own rate, and the part that is from its share of the whole. */
  readonly rate: number | null;
  readonly mix: number | null;
}

/** What each member adds to the relative change of a sum; null where the former total is 0. */
export function sumContributions(members: readonly MemberChange[]): Contribution[] | null {
  const total = sum(members.map(({ before }) => before ?? 0));
  if (total === 0) return null;
  return members.map(({ key, before, value }) => ({
    key,
    before,
    value,
    points: ((value ?? 0) - (before ?? 0)) / Math.abs(total),
    rate: null,
    mix: null,
  }));
}

/**
 * What each member adds to the change of a ratio: its own rate's change at its mean share, and its share's change at its
 * mean distance from the whole. Exact. A member that comes or goes changes the mix only. Null where nothing is divided by.
 */
export function ratioContributions(members: readonly MemberChange[]): Contribution[] | null {
  const before = sum(members.map(({ weightBefore }) => weightBefore ?? 0));
  const now = sum(members.map(({ weight }) => weight ?? 0));
  if (before <= 0 || now <= 0) return null;
  const shares = members.map((member) => {
    const [w0, w1] = [(member.weightBefore ?? 0) / before, (member.weight ?? 0) / now];
    const [r0, r1] = [member.before ?? member.value ?? 0, member.value ?? member.before ?? 0];
    return { member, w0, w1, r0, r1 };
  });
  const whole = sum(shares.map(({ w0, w1, r0, r1 }) => (w0 * r0 + w1 * r1) / 2));
  return shares.map(({ member: { key, before: from, value }, w0, w1, r0, r1 }) => {
    const rate = ((w0 + w1) / 2) * (r1 - r0);
    const mix = ((r0 + r1) / 2 - whole) * (w1 - w0);
    return { key, before: from, value, points: rate + mix, rate, mix };
  });
}

/** Members that explain a change, with how well. */
export interface Explanation {
  readonly contributions: readonly Contribution[];
  /** How many of them together explain two thirds. */
  readonly few: number;
  /** How unlike the members' shares before and after are, the larger the more. */
  readonly surprise: number;
}

/** Part of a change that those that are named have to explain. */
const MOST = 0.67;

/** Jensen–Shannon distance of two shares. */
function distance(p: number, q: number): number {
  const part = (x: number) => (x > 0 ? x * Math.log((2 * x) / (p + q)) : 0);
  return p >= 0 && q >= 0 ? 0.5 * (part(p) + part(q)) : 0;
}

/**
 * What members a change is due to, the largest first (after Adtributor, NSDI 2014); null where it takes more than half of
 * them. A dimension with few such members that changed much says more than another.
 */
export function explainBy(contributions: readonly Contribution[]): Explanation | null {
  const change = sum(contributions.map(({ points }) => points));
  if (change === 0 || contributions.length < 2) return null;
  const ordered = contributions.toSorted((a, b) => (b.points - a.points) * Math.sign(change));
  let [few, explained] = [0, 0];
  while (few < ordered.length && explained < MOST) explained += ordered[few++]!.points / change;
  if (few > Math.max(1, ordered.length / 2)) return null;
  const [before, now] = [
    sum(contributions.map((item) => Math.abs(item.before ?? 0))),
    sum(contributions.map((item) => Math.abs(item.value ?? 0))),
  ];
  const surprise = sum(
    ordered
      .slice(0, few)
      .map((item) => distance(Math.abs(item.before ?? 0) / (before || 1), Math.abs(item.value ?? 0) / (now || 1))),
  );
  return { contributions: ordered, few, surprise };
}
