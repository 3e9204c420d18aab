import type { TestAlert } from '@rise/contract';
import { AnnouncementsPanel, panelStatus } from '@rise/ui/panels';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { alertsQuery } from '../../alerts/alerts.queries.ts';
import { configuratorName } from '../../alerts/configurator-names.ts';
import { TESTS_HREF, useTestAlert } from '../../alerts/use-test-alert.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { useSession } from '../../session/session.ts';
import { announcementsQuery, useMarkAllAnnouncements, useMarkAnnouncement } from './announcements.queries.ts';

/** The bell with announcements and alerts. Without an active tenant there are no alerts. */
export default function AnnouncementsTool() {
  const { t, i18n } = useTranslation();
  const { tenant, permissions } = useSession();
  const announcements = useQuery(announcementsQuery);
  const alerts = useQuery(alertsQuery(tenant?.id));
  const mark = useMarkAnnouncement();
  const markAll = useMarkAllAnnouncements();
  const onError = useReportError();
  const testText = useTestAlert();
  const testAlert = (alert: TestAlert) => ({
    id: 'model-tests',
    text: testText(alert),
    link: { href: TESTS_HREF, text: t('testAlert.link') },
  });
  const statuses = [panelStatus(announcements), tenant ? panelStatus(alerts) : 'ready'];
  return (
    <AnnouncementsPanel
      announcements={announcements.data?.announcements ?? []}
      alerts={(alerts.data?.alerts ?? []).map((alert) => ({
        ...alert,
        label: configuratorName(alert.configuratorType, t, i18n.language),
      }))}
      textAlerts={alerts.data?.tests ? [testAlert(alerts.data.tests)] : []}
      configurable={permissions.includes('configuration.manage')}
      status={
        statuses.find((status) => status === 'error') ?? statuses.find((status) => status === 'loading') ?? 'ready'
      }
      onRead={(id, read) => mark.mutate({ id, read }, { onError })}
      onReadAll={() => markAll.mutate(undefined, { onError })}
      onRetry={() => {
        void announcements.refetch();
        if (tenant) void alerts.refetch();
      }}
    />
  );
}
