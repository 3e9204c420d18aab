import { Button } from '@mantine/core';
import type { Report } from '@rise/contract';
import { IconRosetteDiscountCheck, IconRosetteDiscountCheckOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { client } from '../../../client/client.ts';
import { useReportError } from '../../../client/use-report-error.ts';
import { formatDay } from '../../../dates/dates.ts';
import { useMark } from './use-mark.ts';
import classes from './verification.module.css';
import { VerifyDialog } from './verify-dialog.tsx';

const WITHDRAWN = {
  published: 'report.verified.withdrawn.published',
  model: 'report.verified.withdrawn.model',
  parameters: 'report.verified.withdrawn.parameters',
  mappings: 'report.verified.withdrawn.mappings',
  settings: 'report.verified.withdrawn.settings',
} as const;

/** Whether the report is verified, by whom and when; where the mark was withdrawn, why. Nothing for readers of one that never was. */
export function VerificationLine({ report }: { report: Report }) {
  const { t, i18n } = useTranslation();
  const onError = useReportError();
  const [isVerifying, setIsVerifying] = useOpen(false);
  const remove = useMark(report, () =>
    client.call('DELETE /api/v1/reports/:id/verification', { params: { id: report.id } }),
  );
  const { verification, can } = report;
  if (!verification) return null;
  const holds = verification.withdrawn === null;
  const facts = {
    by: verification.by ?? 'Rise',
    date: formatDay(verification.at, i18n.language),
    version: verification.version,
  };
  const Icon = holds ? IconRosetteDiscountCheck : IconRosetteDiscountCheckOff;
  return (
    <div className={classes.line} data-holds={holds || undefined}>
      <Icon size={18} stroke={1.8} aria-hidden className={classes.icon} />
      <p className={classes.text}>
        {verification.withdrawn === null
          ? t('report.verified.by', facts)
          : `${t(WITHDRAWN[verification.withdrawn])} ${t('report.verified.last', facts)}`}
        {verification.note !== '' && <span className={classes.note}> {verification.note}</span>}
      </p>
      {can.verify && !holds && (
        <Button size="compact-sm" variant="subtle" onClick={() => setIsVerifying(true)}>
          {t('report.verified.verify')}
        </Button>
      )}
      {can.verify && holds && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onError })}
        >
          {t('report.verified.remove')}
        </Button>
      )}
      {isVerifying && <VerifyDialog report={report} onClose={() => setIsVerifying(false)} />}
    </div>
  );
}
