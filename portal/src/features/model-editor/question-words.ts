import type { ModelQuestion } from '@rise/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const TITLES = {
  running_balance: 'modelEditor.questions.kinds.runningBalance',
  snapshot: 'modelEditor.questions.kinds.snapshot',
  rate: 'modelEditor.questions.kinds.rate',
  number: 'modelEditor.questions.kinds.number',
  date_number: 'modelEditor.questions.kinds.dateNumber',
  sentinel: 'modelEditor.questions.kinds.sentinel',
  direction: 'modelEditor.questions.kinds.direction',
  hierarchy: 'modelEditor.questions.kinds.hierarchy',
  codes: 'modelEditor.questions.kinds.codes',
} as const satisfies Record<ModelQuestion['kind'], string>;

const EVIDENCE = {
  running_balance: 'modelEditor.questions.evidence.runningBalance',
  snapshot: 'modelEditor.questions.evidence.snapshot',
  rate: 'modelEditor.questions.evidence.rate',
  number: 'modelEditor.questions.evidence.number',
  date_number: 'modelEditor.questions.evidence.dateNumber',
  sentinel: 'modelEditor.questions.evidence.sentinel',
  direction: 'modelEditor.questions.evidence.direction',
  hierarchy: 'modelEditor.questions.evidence.hierarchy',
  codes: 'modelEditor.questions.evidence.codes',
} as const satisfies Record<ModelQuestion['kind'], string>;

const ANSWERS = {
  last_known: 'modelEditor.questions.answers.lastKnown',
  last_day: 'modelEditor.questions.answers.lastDay',
  sum: 'modelEditor.questions.answers.sum',
  average: 'modelEditor.questions.answers.average',
  code: 'modelEditor.questions.answers.code',
  leave_out: 'modelEditor.questions.answers.leaveOut',
  fraction: 'modelEditor.questions.answers.fraction',
  percent: 'modelEditor.questions.answers.percent',
  basis_points: 'modelEditor.questions.answers.basisPoints',
  number: 'modelEditor.questions.answers.number',
  date: 'modelEditor.questions.answers.date',
  missing: 'modelEditor.questions.answers.missing',
  value: 'modelEditor.questions.answers.value',
  signed: 'modelEditor.questions.answers.signed',
  unsigned: 'modelEditor.questions.answers.unsigned',
  hierarchy: 'modelEditor.questions.answers.hierarchy',
  none: 'modelEditor.questions.answers.none',
  mapping: 'modelEditor.questions.answers.mapping',
  text: 'modelEditor.questions.answers.text',
} as const;

const FORMATS = {
  yyyymmdd: 'YYYYMMDD',
  yymmdd: 'YYMMDD',
  birth_number: 'YYMMDD (+50)',
  yyyymm: 'YYYYMM',
} as const;

/** Evidence that is a fraction, and read as a percentage. */
const SHARES = new Set(['share', 'coverage', 'confirmed']);
/** What a share of a scale is divided by to be a fraction. */
const SCALES: Record<string, number> = { fraction: 1, percent: 100, basis_points: 10_000 };

/** Questions, evidence and answers in the reader's words. */
export function useQuestionWords() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const percent = (value: number) => value.toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 });
    const write = (key: string, value: string | number | string[]): string => {
      if (Array.isArray(value)) return value.join(', ');
      if (key === 'format') return FORMATS[value as keyof typeof FORMATS] ?? String(value);
      if (typeof value === 'string') return value.trim() === '' ? `“${value}”` : value;
      return SHARES.has(key) ? percent(value) : value.toLocaleString(language, { maximumFractionDigits: 6 });
    };
    return {
      titleOf: ({ kind, table, column }: ModelQuestion) => t(TITLES[kind], { table, column }),
      evidenceOf({ kind, column, evidence }: ModelQuestion) {
        const values = Object.fromEntries(Object.entries(evidence).map(([key, value]) => [key, write(key, value)]));
        if (kind === 'direction' && evidence['confirmed'] === undefined)
          return t('modelEditor.questions.evidence.directionWords', { column, ...values });
        const text = t(EVIDENCE[kind], { column, ...values });
        return evidence['more']
          ? `${text} ${t('modelEditor.questions.evidence.more', { more: values['more'] ?? '' })}`
          : text;
      },
      answerOf({ kind, evidence }: ModelQuestion, id: string) {
        const text = t(ANSWERS[id as keyof typeof ANSWERS], { holder: String(evidence['holder'] ?? '') });
        const scale = SCALES[id];
        if (kind !== 'rate' || scale === undefined) return text;
        return t('modelEditor.questions.reading', {
          answer: text,
          median: percent(Number(evidence['median']) / scale),
        });
      },
    };
  }, [t, language]);
}
