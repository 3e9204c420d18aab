import type { AlertCondition, NewAlert, ReportAlert, WatchedFigure } from '@rise/contract';

/** A number field: empty, or as it is shown, of percent figures × 100. */
export type FieldNumber = number | '';

type Kind = AlertCondition['kind'];
type Change = Extract<AlertCondition, { kind: 'change' }>;

/** An alert as its form has it: the fields of all kinds, so that none is lost by choosing another. */
export interface AlertDraft {
  measure: string;
  title: string;
  kind: Kind;
  when: 'above' | 'below';
  limit: FieldNumber;
  clear: FieldNumber;
  moves: Change['when'];
  by: FieldNumber;
  unit: Change['unit'];
  against: Change['against'];
  sensitivity: 'low' | 'medium' | 'high';
  isQuiet: boolean;
  from: string;
  until: string;
  mail: boolean;
  webhook: string | null;
}

export const newDraft = (measure: string, title: string): AlertDraft => ({
  measure,
  title,
  kind: 'threshold',
  when: 'above',
  limit: '',
  clear: '',
  moves: 'either',
  by: '',
  unit: 'percent',
  against: 'period',
  sensitivity: 'medium',
  isQuiet: false,
  from: '20:00',
  until: '07:00',
  mail: true,
  webhook: null,
});

type Format = WatchedFigure['format'];

/** What a figure is multiplied by where it is shown. */
export const scaleOf = ({ unit }: Pick<Format, 'unit'>): number => (unit === 'percent' ? 100 : 1);

/** 7 % is 0.07, and 0.07 × 100 is 7: without what binary fractions add. */
const scaled = (value: number, by: number): number => Number((value * by).toPrecision(12));
const unscaled = (value: number, by: number): number => Number((value / by).toPrecision(12));

const scaleOfChange = (unit: Change['unit'], format: Pick<Format, 'unit'>): number =>
  unit === 'percent' ? 100 : scaleOf(format);

export function draftOf({ measure, title, condition, quiet, mail, webhook, figure }: ReportAlert): AlertDraft {
  const { format } = figure;
  return {
    ...newDraft(measure, title),
    mail,
    webhook,
    ...(quiet && { isQuiet: true, ...quiet }),
    kind: condition.kind,
    ...(condition.kind === 'threshold' && {
      when: condition.when,
      limit: scaled(condition.value, scaleOf(format)),
      clear: condition.clear === null ? '' : scaled(condition.clear, scaleOf(format)),
    }),
    ...(condition.kind === 'change' && {
      moves: condition.when,
      by: scaled(condition.by, scaleOfChange(condition.unit, format)),
      unit: condition.unit,
      against: condition.against,
    }),
    ...(condition.kind === 'anomaly' && { sensitivity: condition.sensitivity }),
  };
}

/** The condition that a draft comes to; null while a number is missing. */
export function conditionOf(draft: AlertDraft, format: Pick<Format, 'unit'>): AlertCondition | null {
  const { kind, when, limit, clear, by, unit } = draft;
  const scale = scaleOf(format);
  switch (kind) {
    case 'threshold':
      if (limit === '') return null;
      return {
        kind,
        when,
        value: unscaled(limit, scale),
        clear: clear === '' ? null : unscaled(clear, scale),
      };
    case 'change':
      if (by === '' || by <= 0) return null;
      return { kind, when: draft.moves, by: unscaled(by, scaleOfChange(unit, format)), unit, against: draft.against };
    case 'anomaly':
      return { kind, sensitivity: draft.sensitivity };
    default:
      return kind satisfies never;
  }
}

/** What is saved of a draft, but for its condition. */
export const contentOf = ({
  title,
  isQuiet,
  from,
  until,
  mail,
  webhook,
}: AlertDraft): Pick<NewAlert, 'title' | 'quiet' | 'mail' | 'webhook'> => ({
  title: title.trim(),
  quiet: isQuiet ? { from, until } : null,
  mail,
  webhook,
});

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Fields that have to be corrected before it can be saved. */
export function issuesOf({ title, kind, when, limit, clear, by, isQuiet, from, until }: AlertDraft) {
  const isWrongSide = limit !== '' && clear !== '' && (when === 'above' ? clear > limit : clear < limit);
  return {
    title: title.trim() === '',
    limit: kind === 'threshold' && limit === '',
    clear: kind === 'threshold' && isWrongSide,
    by: kind === 'change' && (by === '' || by <= 0),
    from: isQuiet && !TIME.test(from),
    until: isQuiet && (!TIME.test(until) || from === until),
  };
}
