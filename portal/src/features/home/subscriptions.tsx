import { Button } from '@mantine/core';
import type { HomeSubscription } from '@rise/contract';
import { IconMail } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeInZone } from '../../dates/moments.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AppLink } from '../../routing/link.tsx';
import classes from './home.module.css';

/** At first: as many as fit beside everything else. */
const MOST_SHOWN = 5;

/** Reports that the reader sends or receives by mail: when next, and what became of the last; nothing without one. */
export function Subscriptions({ subscriptions }: { subscriptions: readonly HomeSubscription[] }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const [isWhole, setIsWhole] = useState(false);
  if (subscriptions.length === 0) return null;
  const shown = isWhole ? subscriptions : subscriptions.slice(0, MOST_SHOWN);
  return (
    <section aria-labelledby="home-subscriptions">
      <h2 id="home-subscriptions" className={classes.heading}>
        {t('home.subscriptions.title')}
      </h2>
      <ul className={classes.list}>
        {shown.map((subscription) => (
          <li key={subscription.id}>
            <AppLink href={`/reports/${subscription.report}?subscriptions=open`} className={classes.report}>
              <IconMail size={20} stroke={1.6} aria-hidden className={classes.icon} />
              <span className={classes.words}>
                <span className={classes.name}>{subscription.title}</span>
                <span className={classes.detail}>
                  {[
                    localize(subscription.reportTitle),
                    ...(subscription.isOwn ? [] : [t('home.subscriptions.received')]),
                    nextText(subscription, t, i18n.language),
                  ].join(' · ')}
                </span>
                {subscription.last && (
                  <span className={classes.detail} data-failed={subscription.last.status === 'failed' || undefined}>
                    {t('home.subscriptions.last', {
                      time: timeInZone(subscription.last.slot, subscription.zone, i18n.language),
                      outcome: outcomeText(subscription.last, t),
                    })}
                  </span>
                )}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      {shown.length < subscriptions.length && (
        <Button size="compact-sm" variant="subtle" mt={8} onClick={() => setIsWhole(true)}>
          {t('home.subscriptions.all', { count: subscriptions.length })}
        </Button>
      )}
    </section>
  );
}

function nextText({ next, paused, zone }: HomeSubscription, t: TFunction, language: string): string {
  if (next === null) return t(`home.subscriptions.paused.${paused ?? 'person'}`);
  return t('home.subscriptions.next', { time: timeInZone(next, zone, language) });
}

const outcomeText = ({ status, skipped }: NonNullable<HomeSubscription['last']>, t: TFunction): string =>
  status === 'skipped' && skipped !== null
    ? t(`report.mail.skipped.${skipped}`)
    : t(status === 'failed' || status === 'skipped' ? `home.subscriptions.${status}` : `report.mail.${status}`);
