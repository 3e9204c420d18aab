import type { Tile } from '@rise/contract';
import { watchedMeasures } from '@rise/contract/alert-rules';
import type { MenuAction } from '@rise/ui';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../actions/icon-action.tsx';
import { useOpenReport } from '../report-context.ts';
import { useAlerts } from './alerts-context.ts';

/** Opens the reader's alerts on the report, with how many are triggered; nothing without any. */
export function AlertsButton() {
  const { t } = useTranslation();
  const alerts = useAlerts();
  if (!alerts || alerts.count === 0) return null;
  const { firing } = alerts;
  return (
    <IconAction
      label={firing > 0 ? t('report.alerts.openNamed', { count: firing }) : t('report.alerts.title')}
      count={firing}
      aria-haspopup="dialog"
      onClick={() => alerts.open(null)}
    >
      <IconBell size={18} stroke={1.7} aria-hidden />
    </IconAction>
  );
}

/** The entry of a tile's menu, where it has a figure that can be watched. */
export function useAlertAction(tile: Tile): MenuAction[] {
  const { t } = useTranslation();
  const alerts = useAlerts();
  const { report } = useOpenReport();
  if (!alerts || watchedMeasures(tile, report.document).length === 0) return [];
  return [{ id: 'alert', label: t('report.alerts.set'), icon: IconBell, onClick: () => alerts.open(tile.id) }];
}
