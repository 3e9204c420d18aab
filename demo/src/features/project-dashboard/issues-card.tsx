import { Delta, SegmentedChoice, useFigure } from '@rise/ui';
import { ComboChart } from '@rise/ui/charts';
import { useChoice } from '../../dashboards/use-choice.ts';
import { Widget } from '../../dashboards/widget.tsx';
import { COUNT, PERCENT, type Project, type Week, WEEKS } from './project.ts';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './issues-card.module.css';

/** In display order, the first two larger; `better` is the direction that is good news. */
const TILES = [
  { key: 'new-issues', text: 'newIssues', better: 'neutral' },
  { key: 'closed-issues', text: 'closedIssues', better: 'higher' },
  { key: 'fixed', text: 'fixed', better: 'higher' },
  { key: 'wont-fix', text: 'wontFix', better: 'neutral' },
  { key: 're-opened', text: 'reOpened', better: 'lower' },
  { key: 'needs-triage', text: 'needsTriage', better: 'lower' },
] as const;

/** A week's issues by day and in six figures, compared with the other week. */
export function IssuesCard({ issues }: { issues: Project['githubIssues'] }) {
  const t = useProjectTexts();
  const figure = useFigure();
  const [week, setWeek] = useChoice('issues-week', WEEKS);
  const other = week === 'this-week' ? 'last-week' : 'this-week';
  const series = issues.series[week];
  const weekday = t('weekday');
  return (
    <Widget
      title={t('issuesTitle')}
      subtitle={t('issuesSubtitle')}
      headerEnd={<WeekSwitch label={t('issuesWeek')} value={week} onChange={setWeek} />}
      exported={{
        name: `issues-${week}`,
        table: () => ({
          head: [weekday, ...series.map(({ name }) => name)],
          rows: issues.labels.map((label, at) => [label, ...series.map(({ data }) => data[at] ?? null)]),
        }),
      }}
    >
      <div className={classes['issues']}>
        <div className={classes['chart']}>
          <ComboChart
            label={t('issuesTitle')}
            categoryLabel={weekday}
            categories={issues.labels}
            series={series}
            format={COUNT}
            height={320}
          />
        </div>
        <dl className={classes['tiles']}>
          {TILES.map(({ key, text, better }) => {
            const [now, before] = [issues.overview[week][key], issues.overview[other][key]];
            return (
              <div key={key} className={classes['tile']} data-kind={key}>
                <dt>{t(text)}</dt>
                <dd className={classes['figure']}>{figure(now, COUNT)}</dd>
                <dd className={classes['against']}>
                  {before > 0 && <Delta value={now / before - 1} format={PERCENT} better={better} />}{' '}
                  {week === 'this-week' ? t('againstLast') : t('againstThis')}
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
    </Widget>
  );
}

/** This week or last week. */
export function WeekSwitch(props: { label: string; value: Week; onChange: (week: Week) => void }) {
  const t = useProjectTexts();
  return (
    <SegmentedChoice
      {...props}
      options={[
        { value: 'this-week', label: t('thisWeek') },
        { value: 'last-week', label: t('lastWeek') },
      ]}
    />
  );
}
