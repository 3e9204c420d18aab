import { useUiContext, formatInteger } from '@rise/ui';
import { useNow } from '@rise/ui/panels';
import { type ReactNode, useId } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { PeriodMenu } from '../../dashboards/period-menu.tsx';
import { useChoice } from '../../dashboards/use-choice.ts';
import * as counts from './counts.ts';
import { type Project, WEEKS } from './project.ts';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './number-cards.module.css';

/** Four current figures, each with its own period. */
export function NumberCards({ project }: { project: Project }) {
  const t = useProjectTexts();
  const { data: tasks } = useDemoQuery('tasks', 'GET /api/apps/tasks/all');
  const [duePeriod, setDuePeriod] = useChoice('due', ['today', 'tomorrow', 'week']);
  const [overduePeriod, setOverduePeriod] = useChoice('overdue', ['all', 'long']);
  const [issuePeriod, setIssuePeriod] = useChoice('issues', ['today', 'yesterday', ...WEEKS]);
  const [featureWeek, setFeatureWeek] = useChoice('features', WEEKS);
  const now = new Date(useNow());
  const due = tasks && counts.due(tasks, duePeriod, now);
  const overdue = tasks && counts.overdue(tasks, overduePeriod, now);
  const issues = counts.issues(project.githubIssues, issuePeriod);
  const features = counts.features(project.taskDistribution, featureWeek);
  const bugs = project.taskDistribution.labels.at(-1) ?? '';
  return (
    <div className={classes['cards']}>
      <NumberCard
        tone="info"
        title={t('due')}
        figure={due?.figure}
        caption={t('dueCaption', { count: due?.figure ?? 0 })}
        footnote={due && t('dueFootnote', { count: due.secondary })}
        menu={
          <PeriodMenu
            label={t('duePeriod')}
            options={[
              { value: 'today', label: t('today') },
              { value: 'tomorrow', label: t('tomorrow') },
              { value: 'week', label: t('nextWeek') },
            ]}
            value={duePeriod}
            onChange={setDuePeriod}
          />
        }
      />
      <NumberCard
        tone="negative"
        title={t('overdue')}
        figure={overdue?.figure}
        caption={t('overdueCaption', { count: overdue?.figure ?? 0 })}
        footnote={overdue && t('overdueFootnote', { count: overdue.secondary })}
        menu={
          <PeriodMenu
            label={t('overduePeriod')}
            options={[
              { value: 'all', label: t('overdueAll') },
              { value: 'long', label: t('overdueLong') },
            ]}
            value={overduePeriod}
            onChange={setOverduePeriod}
          />
        }
      />
      <NumberCard
        tone="warning"
        title={t('issues')}
        figure={issues.figure}
        caption={t('issuesCaption', { count: issues.figure })}
        footnote={t('issuesFootnote', { count: issues.secondary })}
        menu={
          <PeriodMenu
            label={t('issuesPeriod')}
            options={[
              { value: 'today', label: t('today') },
              { value: 'yesterday', label: t('yesterday') },
              { value: 'this-week', label: t('thisWeek') },
              { value: 'last-week', label: t('lastWeek') },
            ]}
            value={issuePeriod}
            onChange={setIssuePeriod}
          />
        }
      />
      <NumberCard
        tone="positive"
        title={t('features')}
        figure={features.figure}
        caption={t('featuresCaption', { count: features.figure })}
        footnote={t('featuresFootnote', { kind: bugs, count: features.secondary })}
        menu={
          <PeriodMenu
            label={t('featuresPeriod')}
            options={[
              { value: 'this-week', label: t('thisWeek') },
              { value: 'last-week', label: t('lastWeek') },
            ]}
            value={featureWeek}
            onChange={setFeatureWeek}
          />
        }
      />
    </div>
  );
}

interface NumberCardProps {
  tone: 'info' | 'negative' | 'warning' | 'positive';
  title: string;
  /** Label of the figure. */
  caption: string;
  /** Undefined while loading. */
  figure: number | undefined;
  footnote: string | undefined;
  menu: ReactNode;
}

function NumberCard({ tone, title, caption, figure, footnote, menu }: NumberCardProps) {
  const { locale } = useUiContext();
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={id} aria-busy={figure === undefined}>
      <div className={classes['head']}>
        <h2 id={id} className={classes['title']}>
          {title}
        </h2>
        {menu}
      </div>
      <p className={classes['count']}>
        <span className={classes['figure']} data-tone={figure === 0 ? undefined : tone}>
          {figure === undefined ? '\u00A0' : formatInteger(figure, locale)}
        </span>{' '}
        <span className={classes['caption']}>{figure === undefined ? '\u00A0' : caption}</span>
      </p>
      <p className={classes['footnote']}>{footnote ?? '\u00A0'}</p>
    </section>
  );
}
