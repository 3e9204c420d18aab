import type {
  AlertCheck,
  AlertCondition,
  LocalizedText,
  MemberSummary,
  ReportAlert,
  WatchedFigure,
} from '@rise/contract';
import type { WriteFigure } from '@rise/ui';
import type { TFunction } from 'i18next';
import { periodText } from '../../../figures/period-text.ts';

interface Words {
  readonly t: TFunction;
  readonly language: string;
  readonly write: WriteFigure;
}

const THRESHOLD = {
  above: { alone: 'report.alerts.words.above', withClear: 'report.alerts.words.aboveClear' },
  below: { alone: 'report.alerts.words.below', withClear: 'report.alerts.words.belowClear' },
} as const;
const CHANGE = {
  rises: { period: 'report.alerts.words.rises.period', version: 'report.alerts.words.rises.version' },
  falls: { period: 'report.alerts.words.falls.period', version: 'report.alerts.words.falls.version' },
  either: { period: 'report.alerts.words.either.period', version: 'report.alerts.words.either.version' },
} as const;

/** When an alert fires, in words. */
export function conditionWords(condition: AlertCondition, { format }: WatchedFigure, { t, write }: Words): string {
  switch (condition.kind) {
    case 'threshold': {
      const { when, value, clear } = condition;
      const texts = THRESHOLD[when];
      return clear === null
        ? t(texts.alone, { value: write(value, format) })
        : t(texts.withClear, { value: write(value, format), clear: write(clear, format) });
    }
    case 'change': {
      const { when, by, unit, against } = condition;
      return t(CHANGE[when][against], { by: changeWords(by, unit, format, { t, write }) });
    }
    case 'anomaly':
      return t(`report.alerts.words.anomaly.${condition.sensitivity}`);
    default:
      return condition satisfies never;
  }
}

/** A ratio changes by percentage points, or by a percentage of itself. */
function changeWords(
  by: number,
  unit: 'value' | 'percent',
  format: WatchedFigure['format'],
  { t, write }: Pick<Words, 't' | 'write'>,
): string {
  if (unit === 'percent') return write(by, { unit: 'percent', decimals: by * 100 === Math.round(by * 100) ? 0 : 1 });
  if (format.unit !== 'percent') return write(by, format);
  return t('report.alerts.words.points', { value: write(by * 100, { unit: 'number', decimals: format.decimals }) });
}

/** What a figure is called, with its member or what it says of the peers. */
export function figureName(
  { title, member, statistic }: WatchedFigure,
  { t, localize }: { t: TFunction; localize: Localize },
): string {
  const name = localize(title);
  if (statistic !== null) return t(`report.alerts.statistic.${statistic}`, { figure: name });
  return member === null ? name : `${name}, ${localize(member)}`;
}

type Localize = (text: LocalizedText) => string;

/** How many members fire, of how many. */
export const membersWords = ({ firing, total }: MemberSummary, t: TFunction): string =>
  t('report.alerts.members.count', { firing, count: total });

/** Members that are worth a mention, each kind in a sentence: 'Triggered: Vermont ($320.00), Maine ($310.00)'. */
export function findingWords(
  { findings, more }: MemberSummary,
  { format }: WatchedFigure,
  { t, write, localize }: Pick<Words, 't' | 'write'> & { localize: Localize },
): string[] {
  const kinds = [...new Set(findings.map(({ status }) => status))];
  const lines = kinds.map((kind) => {
    const names = findings
      .filter(({ status }) => status === kind)
      .map(({ label, value }) => (value === null ? localize(label) : `${localize(label)} (${write(value, format)})`));
    return t(`report.alerts.members.${kind}`, { names: names.join(', ') });
  });
  return more > 0 ? [...lines, t('report.alerts.members.more', { count: more })] : lines;
}

/** A figure with its period: 'Delinquency: 2.10% in Dec 2025'; null without a value. */
export function valueWords(
  { value, period }: Pick<ReportAlert, 'value' | 'period'>,
  figure: WatchedFigure,
  title: string,
  { t, language, write }: Words,
): string | null {
  if (value === null) return null;
  const text = { figure: title, value: write(value, figure.format) };
  if (period === null || figure.grain === null) return t('report.alerts.now', text);
  return t('report.alerts.nowIn', { ...text, period: periodText(period, figure.grain, { t, language }) });
}

/** What a check found: 'Mon, Jan 5, 2026, 08:00: Triggered, 2.10% in Dec 2025'. */
export function checkWords(
  { status, value, period }: AlertCheck,
  figure: WatchedFigure,
  time: string,
  { t, language, write }: Words,
): string {
  const text = { time, status: t(`report.alerts.status.${status}`) };
  if (value === null) return t('report.alerts.check', text);
  const known = { ...text, value: write(value, figure.format) };
  if (period === null || figure.grain === null) return t('report.alerts.checkValue', known);
  return t('report.alerts.checkIn', { ...known, period: periodText(period, figure.grain, { t, language }) });
}
