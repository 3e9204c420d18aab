import type { ServerHealth, SystemHealth } from '@rise/contract';
import { StatusPill } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatMoment } from '../../dates/moments.ts';
import { Readings } from './readings.tsx';
import { STATE_TONES } from '../../system/system-words.ts';
import cards from '../../embedding/cards.module.css';
import classes from './system.module.css';

/** The installation and each of its servers. */
export function HealthSection({ health }: { health: SystemHealth }) {
  const { t } = useTranslation();
  const now = new Date(health.at);
  return (
    <div className={classes.columns}>
      <section className={cards.card} aria-labelledby="system-installation">
        <h2 id="system-installation" className={cards.heading}>
          {t('systemHealth.installation')}
        </h2>
        <Readings label={t('systemHealth.installation')} readings={health.readings} now={now} />
      </section>
      <div>
        {health.servers.map((server) => (
          <ServerCard key={server.id} server={server} now={now} />
        ))}
      </div>
    </div>
  );
}

function ServerCard({ server, now }: { server: ServerHealth; now: Date }) {
  const { t, i18n } = useTranslation();
  const { id, host, process, version, startedAt, reportedAt, isAlive, state, readings } = server;
  const title = t('systemHealth.server', { host, process });
  return (
    <section className={cards.card} aria-labelledby={`server-${id}`}>
      <div className={classes.head}>
        <h2 id={`server-${id}`} className={cards.heading}>
          {title}
        </h2>
        <StatusPill tone={STATE_TONES[state]}>
          {t(isAlive ? `systemHealth.states.${state}` : 'systemHealth.lost')}
        </StatusPill>
      </div>
      <p className={cards.hint}>
        {t('systemHealth.serverFacts', { version, moment: formatMoment(startedAt, i18n.language) })}
      </p>
      {isAlive ? (
        <Readings label={title} readings={readings} now={now} />
      ) : (
        <p className={classes.advice}>
          {t('systemHealth.lostText', { ago: formatAgo(reportedAt, now, i18n.language) })}
        </p>
      )}
    </section>
  );
}
