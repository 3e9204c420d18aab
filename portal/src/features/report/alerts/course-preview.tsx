import type { AlertCondition, FigureCourse } from '@rise/contract';
import { firings, judge, replay, type Judgment } from '@rise/contract/alert-rules';
import { TextSkeleton, useFigure } from '@rise/ui';
import { SeriesChart } from '@rise/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { periodText } from '../../../figures/period-text.ts';
import panels from '../panels.module.css';
import classes from './alerts.module.css';
import { MembersPreview } from './members-preview.tsx';

interface CoursePreviewProps {
  course: UseQueryResult<FigureCourse>;
  /** Null while it is incomplete. */
  condition: AlertCondition | null;
  title: string;
}

/** The figure now and in past periods, and how often an alert would have fired. */
export function CoursePreview({ course, condition, title }: CoursePreviewProps) {
  const { t } = useTranslation();
  if (course.isError)
    return (
      <p role="alert" className={panels.error}>
        {errorText(course.error, t).message}
      </p>
    );
  return (
    <section className={classes.preview} aria-live="polite" aria-busy={course.isPending}>
      {course.data?.members ? (
        <MembersPreview course={course.data} condition={condition} />
      ) : course.data ? (
        <Course course={course.data} condition={condition} title={title} />
      ) : (
        <TextSkeleton lines={3} />
      )}
    </section>
  );
}

function Course({
  course,
  condition,
  title,
}: {
  course: FigureCourse;
  condition: AlertCondition | null;
  title: string;
}) {
  const { t, i18n } = useTranslation();
  const write = useFigure();
  const { figure, points } = course;
  const { format, grain } = figure;
  const closed = points.filter(({ isOpen }) => !isOpen);
  const latest = closed.at(-1);
  const period = (start: string) => (grain === null ? start : periodText(start, grain, { t, language: i18n.language }));
  const value = latest && latest.value !== null ? write(latest.value, format) : null;
  const past = condition && judgePast(condition, closed);
  return (
    <>
      <p className={classes.now}>
        {value === null
          ? t('report.alerts.preview.none')
          : latest!.period === null
            ? t('report.alerts.preview.now', { value })
            : t('report.alerts.preview.nowIn', { value, period: period(latest!.period) })}
      </p>
      {grain === null && <p className={panels.text}>{t('report.alerts.preview.noPeriods')}</p>}
      {past &&
        past.sentences(t, period).map((sentence) => (
          <p key={sentence} className={panels.text}>
            {sentence}
          </p>
        ))}
      {past?.now.expected && latest?.period && (
        <p className={panels.text}>
          {t('report.alerts.preview.expected', {
            period: period(latest.period),
            from: write(past.now.expected[0], format),
            to: write(past.now.expected[1], format),
          })}
        </p>
      )}
      {grain !== null && points.length > 1 && (
        <SeriesChart
          label={t('report.alerts.preview.chart', { figure: title })}
          categoryLabel={t('report.alerts.preview.periodLabel')}
          categories={points.map(({ period: start, isOpen }) => ({
            key: start!,
            label: period(start!),
            isIncomplete: isOpen,
          }))}
          series={[{ key: 'figure', name: title, mark: 'line', format, data: points.map((point) => point.value) }]}
          lines={
            condition?.kind === 'threshold' ? [{ label: write(condition.value, format), value: condition.value }] : []
          }
          height={180}
        />
      )}
    </>
  );
}

/** What a condition would have said of past periods, and says now; null where it says nothing of the past. */
function judgePast(condition: AlertCondition, closed: readonly { period: string | null; value: number | null }[]) {
  const isOfPeriods = !(condition.kind === 'change' && condition.against === 'version');
  const now: Judgment = judge(condition, closed, { isFiring: false, formerVersion: null });
  const judgments = isOfPeriods ? replay(condition, closed) : [];
  const judged = judgments.filter(({ status }) => status !== 'no-data').length;
  const count = firings(judgments);
  const last = closed.findLast((_, place) => judgments[place]?.status === 'firing')?.period ?? null;
  const sentences = (t: TFunction, period: (start: string) => string): string[] => {
    if (!isOfPeriods) return [];
    const isNow = judgments.at(-1)?.status === 'firing' ? [t('report.alerts.preview.firesNow')] : [];
    // One period is no past.
    if (closed.length < 2) return isNow;
    if (condition.kind === 'anomaly' && judged === 0) return [t('report.alerts.preview.tooFew')];
    return count === 0 || last === null
      ? [t('report.alerts.preview.never', { periods: judged })]
      : [t('report.alerts.preview.fired', { count, periods: judged, last: period(last) }), ...isNow];
  };
  return { now, sentences };
}
