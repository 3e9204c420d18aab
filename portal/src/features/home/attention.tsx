import { Button } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { alertsQuery } from '../../alerts/alerts.queries.ts';
import { reportAlertsQuery, useDeleteAlert } from '../../alerts/report-alerts.queries.ts';
import { configuratorName } from '../../alerts/configurator-names.ts';
import { TESTS_HREF, useTestAlert } from '../../alerts/use-test-alert.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AppLink } from '../../routing/link.tsx';
import { useSession } from '../../session/session.ts';
import classes from './home.module.css';

/** Of an alert on any member. */
const NAMED_MEMBERS = 3;

/** Alerts that the reader can settle; nothing without one. */
export function Attention() {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { tenant, permissions } = useSession();
  const { data } = useQuery(alertsQuery(tenant?.id));
  const own = useQuery({ ...reportAlertsQuery, enabled: permissions.includes('report.read') });
  const testText = useTestAlert();
  const remove = useDeleteAlert();
  const unpaused = (own.data?.alerts ?? []).filter(({ isPaused }) => !isPaused);
  const closed = unpaused.filter(({ status }) => status === 'no-access');
  const items = [
    ...unpaused
      .filter(({ status }) => status === 'firing')
      .map(({ id, title, report, members }) => ({
        key: id,
        text: members
          ? t('home.attention.alertOfMembers', {
              title,
              count: members.firing,
              names: members.findings
                .filter((finding) => finding.status === 'firing')
                .slice(0, NAMED_MEMBERS)
                .map(({ label }) => localize(label))
                .join(', '),
            })
          : t('home.attention.alert', { title }),
        href: `/reports/${report}?alerts=open`,
      })),
    ...(data?.tests ? [{ key: 'tests', text: testText(data.tests), href: TESTS_HREF }] : []),
    ...(permissions.includes('configuration.manage') ? (data?.alerts ?? []) : []).map((alert) => ({
      key: alert.configuratorType,
      text: t('home.attention.codes', {
        type: configuratorName(alert.configuratorType, t, i18n.language).alone,
        count: alert.unmappedCount,
      }),
      href: `/configuration/${encodeURIComponent(alert.configuratorType)}`,
    })),
  ];
  if (items.length + closed.length === 0) return null;
  return (
    <section aria-labelledby="home-attention">
      <h2 id="home-attention" className={classes.heading}>
        {t('home.attention.title')}
      </h2>
      <ul className={classes.list}>
        {items.map(({ key, text, href }) => (
          <li key={key}>
            <AppLink href={href} className={classes.row}>
              <IconAlertTriangle size={18} stroke={1.7} aria-hidden className={classes.warning} />
              <span className={classes.alert}>{text}</span>
              <IconChevronRight size={18} aria-hidden className={classes.arrow} />
            </AppLink>
          </li>
        ))}
        {closed.map(({ id, title }) => (
          <li key={id} className={classes.row}>
            <IconAlertTriangle size={18} stroke={1.7} aria-hidden className={classes.warning} />
            <span className={classes.alert}>{t('home.attention.alertNoAccess', { title })}</span>
            <Button
              size="compact-sm"
              variant="subtle"
              color="negative"
              loading={remove.isPending && remove.variables === id}
              aria-label={`${t('home.attention.deleteAlert')}: ${title}`}
              onClick={() => remove.mutate(id)}
            >
              {t('home.attention.deleteAlert')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
