import type { ReportSummary } from '@rise/contract';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../dates/dates.ts';
import classes from './verified-mark.module.css';

/** A check beside the title of a verified report, with who and when. */
export function VerifiedMark({ report: { verified } }: { report: Pick<ReportSummary, 'verified'> }) {
  const { t, i18n } = useTranslation();
  if (!verified) return null;
  const label = t('reports.verified.mark', { by: verified.by ?? 'Rise', date: formatDay(verified.at, i18n.language) });
  return (
    <span className={classes.mark} role="img" aria-label={label} title={label}>
      <IconRosetteDiscountCheck size={16} stroke={1.8} aria-hidden />
    </span>
  );
}
