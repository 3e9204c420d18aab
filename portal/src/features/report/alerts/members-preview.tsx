import type { AlertCondition, FigureCourse } from '@rise/contract';
import { firings, judge, membersOf, replay } from '@rise/contract/alert-rules';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import panels from '../panels.module.css';
import classes from './alerts.module.css';

/** Names that a sentence has room for. */
const NAMED = 5;

interface MembersPreviewProps {
  course: FigureCourse;
  /** Null while it is incomplete. */
  condition: AlertCondition | null;
}

/** How many members there are, which of them trigger now, and how often any would have. */
export function MembersPreview({ course, condition }: MembersPreviewProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const members = membersOf(course);
  const present = members.filter(({ isPresent }) => isPresent);
  const sentences: string[] = [];
  if (course.isTruncated) sentences.push(t('report.alerts.preview.tooMany', { count: members.length }));
  if (condition) {
    const isOfVersions = condition.kind === 'change' && condition.against === 'version';
    const past = members.map(({ closed }) => replay(condition, closed));
    const now = present.filter(({ closed }) => {
      const judgments = isOfVersions ? [] : replay(condition, closed);
      const last = judgments.at(-1) ?? judge(condition, closed, { isFiring: false, formerVersion: null });
      return last.status === 'firing';
    });
    const names = now.slice(0, NAMED).map(({ label }) => localize(label));
    sentences.push(
      now.length === 0
        ? t('report.alerts.preview.noneFires')
        : now.length > NAMED
          ? t('report.alerts.preview.manyFire', { names: names.join(', '), count: now.length - NAMED })
          : t('report.alerts.preview.someFire', { names: names.join(', ') }),
    );
    const count = past.map(firings).reduce((sum, one) => sum + one, 0);
    const periods = members[0]?.closed.length ?? 0;
    if (!isOfVersions && periods > 1)
      sentences.push(
        count === 0
          ? t('report.alerts.preview.never', { periods })
          : t('report.alerts.preview.membersFired', {
              count,
              periods,
              members: past.filter((judgments) => firings(judgments) > 0).length,
            }),
      );
  }
  return (
    <>
      <p className={classes.now}>
        {t(course.figure.grain === null ? 'report.alerts.preview.membersNow' : 'report.alerts.preview.members', {
          count: present.length,
        })}
      </p>
      {sentences.map((sentence) => (
        <p key={sentence} className={panels.text}>
          {sentence}
        </p>
      ))}
    </>
  );
}
