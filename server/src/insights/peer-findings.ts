import type { Dimension, Filter, InsightContent, LocalizedText } from '@rise/contract';
import {
  describe,
  keyOf,
  labelOf,
  scoreOf,
  subjectOf,
  toneOf,
  type Candidate,
  type MemberValue,
} from './candidate.rules.ts';
import { memberFilterOf } from './candidate-query.rules.ts';
import type { Course } from './course.ts';
import { isRatio, type Examined, type ExaminedMeasure } from './examined.rules.ts';
import { both, outlierSentence, standingSentence } from './insight-texts.rules.ts';
import { numberOf, placeOf, queryOf, type Reading } from './readings.ts';
import { TOO_PROBABLE, type Family } from './statistics/discoveries.rules.ts';
import { LEAST_PEERS, standingsOf, type Standing } from './statistics/peers.rules.ts';
import { median, quantile } from './statistics/quantiles.rules.ts';

/** Members that are shown beside the one that a finding is about. */
const SHOWN = 9;
/** A part of the usual base below which a ratio says nothing. */
const LEAST_BASE = 0.05;

export interface PeerContext {
  readonly examined: Examined;
  readonly course: Course | null;
  readonly currency: string;
  /** The rows that members are compared on: those of the last period. */
  readonly filter: Filter | undefined;
  /** The tenant's own member of the entity; null where it has none. */
  readonly home: MemberValue;
}

interface Peer {
  readonly member: MemberValue;
  readonly label: LocalizedText;
  readonly value: number;
  readonly base: number | null;
}

/** Measures by which members of different sizes can be compared. */
export const isComparable = ({ measure, adds, isCheap }: ExaminedMeasure): boolean =>
  !adds && isCheap && isRatio(measure);

/** Members with their values; with so little to divide by that it says nothing they are left out. */
function peersIn(
  reading: Reading,
  { measure, base }: ExaminedMeasure,
  dimension: Dimension,
  name: Dimension | null,
): Peer[] {
  const [by, called, of] = [
    placeOf(reading, dimension.name),
    name === null ? -1 : placeOf(reading, name.name),
    placeOf(reading, measure.name),
  ];
  const bases = base.map(({ measure: part, factor }) => ({ place: placeOf(reading, part), factor }));
  const isKnown = bases.length > 0 && bases.every(({ place }) => place >= 0);
  const peers = reading.rows.flatMap((row): Peer[] => {
    const value = numberOf(row[of]);
    const member = row[by];
    if (value === null || member === null || member === undefined) return [];
    const parts = bases.map(({ place, factor }) => factor * (numberOf(row[place]) ?? 0));
    const label = called === -1 ? labelOf(dimension, member) : both(() => String(row[called] ?? member));
    return [{ member, label, value, base: isKnown ? parts.reduce((total, part) => total + part, 0) : null }];
  });
  if (!isKnown) return peers;
  const usual = peers.map((peer) => peer.base!).toSorted((a, b) => a - b)[Math.floor(peers.length / 2)] ?? 0;
  return peers.filter((peer) => peer.base! > usual * LEAST_BASE);
}

/** Members of one dimension that may be unlike the others by one measure: those of the tenant's own apart from the rest. */
export function peerFamilies(
  reading: Reading,
  context: PeerContext,
  of: { measure: ExaminedMeasure; dimension: Dimension; name: Dimension | null },
): { own: Candidate[]; others: Family<Candidate> } {
  const peers = peersIn(reading, of.measure, of.dimension, of.name);
  const standings = standingsOf(peers);
  const isOwn = ({ member }: Peer) => context.home !== null && member === context.home;
  // Ordered once for all that are found, and only then.
  let known: Peer[] | null = null;
  const ordered = () => (known ??= byValue(peers));
  const own: Candidate[] = [];
  const members: Candidate[] = [];
  let others = 0;
  for (const [index, peer] of peers.entries()) {
    const standing = standings[index];
    if (!standing) continue;
    if (isOwn(peer)) own.push(outlierOf(context, of, { peer, standing, peers, ordered }));
    // Of thousands of members few are remarkable; the rest is not worth its memory.
    else if (standing.p < TOO_PROBABLE) members.push(outlierOf(context, of, { peer, standing, peers, ordered }));
    else others++;
  }
  return { own, others: { members, others } };
}

function outlierOf(
  { examined, currency, filter, course, home }: PeerContext,
  { measure, dimension, name }: { measure: ExaminedMeasure; dimension: Dimension; name: Dimension | null },
  { peer, standing, peers, ordered }: { peer: Peer; standing: Standing; peers: readonly Peer[]; ordered: () => Peer[] },
): Candidate {
  const { p, median: middle, low, high } = standing;
  const { member: value, label } = peer;
  const names = { dataset: examined.dataset.name, measure: measure.measure.name };
  const build = (): InsightContent => {
    const total = peers.reduce((sum, { base }) => sum + (base ?? 0), 0);
    const isOwn = home !== null && value === home;
    const size = isOwn ? 1 : peer.base !== null && total > 0 ? peer.base / total : 1 / peers.length;
    const member = { field: dimension.name, value };
    const filters = [...(filter ? [filter] : []), memberFilterOf(member.field, value)];
    return {
      ...describe(examined, measure),
      key: keyOf('outlier', names.dataset, names.measure, dimension.name, value),
      kind: 'outlier',
      p,
      tone: toneOf(measure, peer.value - middle),
      member: { ...member, title: (name ?? dimension).title, label },
      period: course?.periods.at(-1) ?? null,
      value: peer.value,
      sentence: outlierSentence(subjectOf(measure, { dimension: name ?? dimension, label }, currency), {
        value: peer.value,
        median: middle,
        count: peers.length,
      }),
      details: [],
      score: scoreOf({ effect: Math.log(Math.abs(peer.value / middle) || 1) / 2, p, size }),
      chart: {
        kind: 'peers',
        count: peers.length,
        low,
        median: middle,
        high,
        members: furthest(ordered(), peer, middle),
      },
      drivers: null,
      query: queryOf({
        dataset: names.dataset,
        dimensions: name === null ? [dimension.name] : [dimension.name, name.name],
        measures: [names.measure],
        filter: filters.length > 1 ? { all: filters } : filters[0],
      }),
    };
  };
  return {
    ...names,
    p,
    kind: 'outlier',
    member: { field: dimension.name, value },
    value: peer.value,
    difference: peer.value - middle,
    build,
  };
}

/** Part of the peers that a value of the tenant's own is at the edge of. */
const EDGE = 0.05;

/** Where the tenant's own member is among the first or the last of its peers: a fact, not a hypothesis. */
export function ownStanding(
  reading: Reading,
  { examined, currency, filter, course, home }: PeerContext,
  { measure, dimension, name }: { measure: ExaminedMeasure; dimension: Dimension; name: Dimension | null },
): InsightContent | null {
  const peers = peersIn(reading, measure, dimension, name);
  const own = peers.find(({ member }) => home !== null && member === home);
  if (!own || peers.length < LEAST_PEERS) return null;
  const below = peers.filter(({ value }) => value < own.value).length / (peers.length - 1);
  const above = peers.filter(({ value }) => value > own.value).length / (peers.length - 1);
  const isHigh = below > above;
  const edge = 1 - Math.max(below, above);
  if (edge > EDGE) return null;
  const values = peers.map(({ value }) => value);
  const middle = median(values);
  const filters = [...(filter ? [filter] : []), memberFilterOf(dimension.name, own.member)];
  return {
    ...describe(examined, measure),
    key: keyOf('outlier', 'own', examined.dataset.name, measure.measure.name, dimension.name, own.member),
    kind: 'outlier',
    p: null,
    tone: toneOf(measure, own.value - middle),
    member: { field: dimension.name, value: own.member, title: (name ?? dimension).title, label: own.label },
    period: course?.periods.at(-1) ?? null,
    value: own.value,
    sentence: standingSentence(subjectOf(measure, { dimension: name ?? dimension, label: own.label }, currency), {
      value: own.value,
      median: middle,
      count: peers.length,
      share: Math.max(below, above),
      isHigh,
    }),
    details: [],
    score: 0.5 + (EDGE - edge) * 10,
    chart: {
      kind: 'peers',
      count: peers.length,
      low: quantile(values, 0.25),
      median: middle,
      high: quantile(values, 0.75),
      members: furthest(byValue(peers), own, middle),
    },
    drivers: null,
    query: queryOf({
      dataset: examined.dataset.name,
      dimensions: name === null ? [dimension.name] : [dimension.name, name.name],
      measures: [measure.measure.name],
      filter: filters.length > 1 ? { all: filters } : filters[0],
    }),
  };
}

const byValue = (peers: readonly Peer[]): Peer[] => peers.toSorted((a, b) => b.value - a.value);

/** The members on the same side that are furthest from the middle, with the finding's own among them; of them in their order. */
function furthest(ordered: readonly Peer[], own: Peer, median: number) {
  const first = own.value < median ? ordered.slice(-SHOWN).toReversed() : ordered.slice(0, SHOWN);
  const shown = first.includes(own) ? first : [...first.slice(0, SHOWN - 1), own];
  return shown.map(({ label, value, ...peer }) => ({ label, value, isOwn: peer.member === own.member }));
}
