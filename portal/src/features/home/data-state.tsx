import { TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../kernel/dates.ts';
import { formatMoment } from '../../i18n/moments.ts';
import { useSession } from '../../session/session.ts';
import { dataStateQuery } from './home.queries.ts';
import classes from './home.module.css';

/** Which data the tenant's figures stand on. */
export function DataState() {
  const { t, i18n } = useTranslation();
  const { tenant } = useSession();
  const { data, isError } = useQuery(dataStateQuery);
  if (isError) return null;
  return (
    <section aria-labelledby="home-data" className={classes.state}>
      <h2 id="home-data" className={classes.heading}>
        {t('home.data.title')}
      </h2>
      {!data ? (
        <TextSkeleton lines={4} />
      ) : data.dataVersion === null ? (
        <p className={classes.none}>{t('home.data.none')}</p>
      ) : (
        <dl className={classes.facts}>
          <dt>{t('home.data.asOf')}</dt>
          <dd>{data.asOf ? formatDay(data.asOf, i18n.language) : '–'}</dd>
          <dt>{t('home.data.version')}</dt>
          <dd>{t('home.data.versionNumber', { number: data.dataVersion })}</dd>
          <dt>{t('home.data.loaded')}</dt>
          <dd>{data.loadedAt ? formatMoment(data.loadedAt, i18n.language) : '–'}</dd>
          <dt>{t('home.data.tenant')}</dt>
          <dd>{tenant?.name}</dd>
        </dl>
      )}
    </section>
  );
}
