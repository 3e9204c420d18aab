import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader, useUiContext } from '@rise/ui';
import { type CallResult } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { SafeHtml } from '../../html/safe-html.tsx';
import { icons } from '@rise/shell/navigation/icons';
import { AppLink } from '../../routing/link.tsx';
import { useActivitiesTexts } from './activities.texts.ts';
import { byDay, nameOfDay } from './by-day.ts';
import classes from './activities.module.css';

type Activity = CallResult<'GET /api/pages/activities'>[number];

/** A timeline of activities, grouped by day. */
export default function ActivitiesPage() {
  const t = useActivitiesTexts();
  const query = useDemoQuery('activities', 'GET /api/pages/activities');
  return (
    <Page width="narrow">
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <ListSkeleton rows={6} />
      ) : query.data.length === 0 ? (
        <EmptyState art="list" title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        <Timeline activities={query.data} />
      )}
    </Page>
  );
}

function Timeline({ activities }: { activities: readonly Activity[] }) {
  const { locale } = useUiContext();
  return byDay(activities).map(({ start, records }) => (
    <section key={start.getTime()} className={classes['day']}>
      <h2 className={classes['chip']}>{nameOfDay(start, new Date(), locale)}</h2>
      <ol className={classes['line']}>
        {records.map((activity) => (
          <Happening key={activity.id} activity={activity} />
        ))}
      </ol>
    </section>
  ));
}

function Happening({ activity }: { activity: Activity }) {
  const { locale } = useUiContext();
  const { icon, image, description, date, extraContent, link, linkedContent, useRouter } = activity;
  const Icon = icons[icon ?? 'bell'];
  const moment = new Date(date);
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(moment);
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(moment);
  return (
    <li className={classes['happening']}>
      {image === null ? (
        <span className={classes['sign']} aria-hidden>
          <Icon size={20} stroke={1.7} />
        </span>
      ) : (
        <img className={classes['face']} src={image} alt="" width={40} height={40} />
      )}
      <div className={classes['words']}>
        <SafeHtml html={description} className={classes['what']} />
        <p className={classes['when']}>
          <time dateTime={date} title={full}>
            {time}
          </time>
          {link !== null && linkedContent !== null && (
            <AppLink
              href={link}
              {...(!useRouter && { target: '_blank', rel: 'noreferrer' })}
              className={classes['link']}
            >
              {linkedContent}
            </AppLink>
          )}
        </p>
        {extraContent !== null && <SafeHtml html={extraContent} className={classes['extra']} />}
      </div>
    </li>
  );
}
