import { AnnouncementsPanel, panelStatus } from '@rise/ui/panels';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { useSession } from '../../session/session.ts';
import {
  alertsQuery,
  announcementsQuery,
  useMarkAllAnnouncements,
  useMarkAnnouncement,
} from './announcements.queries.ts';
import { configuratorName } from './configurator-names.ts';

/** The bell with announcements and alerts. Without an active tenant there are no alerts. */
export default function AnnouncementsTool() {
  const { t, i18n } = useTranslation();
  const { tenant, permissions } = useSession();
  const announcements = useQuery(announcementsQuery);
  const alerts = useQuery(alertsQuery(tenant?.id));
  const mark = useMarkAnnouncement();
  const markAll = useMarkAllAnnouncements();
  const onError = useReportError();
  const statuses = [panelStatus(announcements), tenant ? panelStatus(alerts) : 'ready'];
  return (
    <AnnouncementsPanel
      announcements={announcements.data?.announcements ?? []}
      alerts={(alerts.data?.alerts ?? []).map((alert) => ({
        ...alert,
        label: configuratorName(alert.configuratorType, t, i18n.language),
      }))}
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
