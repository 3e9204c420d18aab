import { createHash } from 'node:crypto';
import type { Dimension, InsightContent, InsightKind, LocalizedText } from '@rise/contract';
import type { Tested } from './statistics/discoveries.rules.ts';
import { both, type Subject } from './insight-texts.rules.ts';
import type { Examined, ExaminedMeasure } from './examined.rules.ts';

export type MemberValue = string | number | boolean | null;

/** Something that may have happened, and what is shown if it is found. */
export interface Candidate extends Tested {
  readonly kind: InsightKind;
  readonly dataset: string;
  readonly measure: string;
  readonly member: { readonly field: string; readonly value: MemberValue } | null;
  /** Value less what it is compared with, to tell duplicates. */
  readonly difference: number;
  readonly value: number;
  readonly build: () => InsightContent;
}

/** Of a finding: the same in each computation. */
export function keyOf(kind: InsightKind, ...parts: readonly (MemberValue | undefined)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('hex')
    .slice(0, 32);
}

const NONE: LocalizedText = { en: 'no value', tr: 'değer yok' };
const YES: LocalizedText = { en: 'yes', tr: 'evet' };
const NO: LocalizedText = { en: 'no', tr: 'hayır' };

/** How a member of a dimension is called. */
export function labelOf({ values, bands }: Dimension, value: MemberValue): LocalizedText {
  if (value === null || value === '') return NONE;
  if (typeof value === 'boolean') return value ? YES : NO;
  const known = [...(values ?? []), ...(bands ?? [])].find((item) => String(item.value) === String(value));
  return known?.title ?? both(() => String(value));
}

/** The subject of a sentence about a measure, of a member or of all. */
export function subjectOf(
  { measure, format }: ExaminedMeasure,
  member: { dimension: Dimension; label: LocalizedText } | null,
  currency: string,
): Subject {
  return {
    measure: measure.title,
    member: member && { dimension: member.dimension.title, label: member.label },
    format,
    currency,
  };
}

/** Whether a change is good news. */
export function toneOf({ measure }: ExaminedMeasure, difference: number): InsightContent['tone'] {
  if (measure.better === 'neutral' || difference === 0) return 'neutral';
  return difference > 0 === (measure.better === 'higher') ? 'positive' : 'negative';
}

/** What all findings about a measure say of it. */
export function describe({ dataset }: Examined, { measure, format }: ExaminedMeasure) {
  return {
    dataset: { name: dataset.name, title: dataset.title },
    measure: { name: measure.name, title: measure.title, format },
  };
}

/** Larger for what is larger, less likely, and about more. */
export const scoreOf = ({ effect, p, size }: { effect: number; p: number; size: number }): number =>
  Math.min(Math.abs(effect), 1) * Math.min(-Math.log10(Math.max(p, 1e-300)), 6) * Math.sqrt(Math.min(size, 1));
