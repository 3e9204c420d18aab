import type { CopyRunStatus } from '@rise/contract';
import { StatusPill, type StatusTone } from '@rise/ui';
import { useTranslation } from 'react-i18next';

const TONES: Record<CopyRunStatus | 'never', StatusTone> = {
  never: 'neutral',
  loaded: 'positive',
  unchanged: 'positive',
  failed: 'negative',
  stopped: 'warning',
  running: 'info',
  waiting: 'info',
  canceled: 'neutral',
};

/** What has become of a run of a copy. */
export function RunStatus({ status }: { status: CopyRunStatus | 'never' }) {
  const { t } = useTranslation();
  return (
    <StatusPill tone={TONES[status]} width={92}>
      {t(`copies.status.${status}`)}
    </StatusPill>
  );
}
