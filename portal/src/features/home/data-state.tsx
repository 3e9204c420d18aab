import type { DataState as State } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useSession } from '../../session/session.ts';
import classes from './home.module.css';

/** As-of date, version and load time of the tenant's data. */
export function DataState({ state }: { state: State }) {
  const { t, i18n } = useTranslation();
  const { tenant } = useSession();
  return (
    <section aria-labelledby="home-data" className={classes.state}>
      <h2 id="home-data" className={classes.heading}>
        {t('home.data.title')}
      </h2>
      {state.dataVersion === null ? (
        <p className={classes.none}>{t('home.data.none')}</p>
      ) : (
        <dl className={classes.facts}>
          <dt>{t('home.data.asOf')}</dt>
          <dd>{state.asOf ? formatDay(state.asOf, i18n.language) : '–'}</dd>
          <dt>{t('home.data.version')}</dt>
          <dd>{t('home.data.versionNumber', { number: state.dataVersion })}</dd>
          <dt>{t('home.data.loaded')}</dt>
          <dd>{state.loadedAt ? formatMoment(state.loadedAt, i18n.language) : '–'}</dd>
          <dt>{t('home.data.tenant')}</dt>
          <dd>{tenant?.name}</dd>
        </dl>
      )}
    </section>
  );
}
