import { Button, Group, Modal, Textarea } from '@mantine/core';
import type { Report } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { IconRosetteDiscountCheck, IconRosetteDiscountCheckOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { errorText } from '../../../client/error-text.ts';
import { useReportError } from '../../../client/use-report-error.ts';
import { formatDay } from '../../../dates/dates.ts';
import classes from './verification.module.css';

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
  const [isVerifying, setIsVerifying] = useState(false);
  const remove = useMark(report, () =>
    client.call('DELETE /api/v1/reports/:id/verification', { params: { id: report.id } }),
  );
  const { verification, can } = report;
  const holds = verification?.withdrawn === null;
  if (!verification && !can.verify) return null;
  const facts = verification && {
    by: verification.by ?? 'Rise',
    date: formatDay(verification.at, i18n.language),
    version: verification.version,
  };
  const Icon = holds ? IconRosetteDiscountCheck : IconRosetteDiscountCheckOff;
  return (
    <div className={classes.line} data-holds={holds || undefined}>
      {verification && <Icon size={18} stroke={1.8} aria-hidden className={classes.icon} />}
      {verification && facts && (
        <p className={classes.text}>
          {verification.withdrawn === null
            ? t('report.verified.by', facts)
            : `${t(WITHDRAWN[verification.withdrawn])} ${t('report.verified.last', facts)}`}
          {verification.note !== '' && <span className={classes.note}> {verification.note}</span>}
        </p>
      )}
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

function useMark<Input>({ id }: Report, run: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all([['report', id], ['reports']].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

function VerifyDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const { id, version } = report;
  const verify = useMark(report, () =>
    client.call('PUT /api/v1/reports/:id/verification', { params: { id }, body: { version, note: note.trim() } }),
  );
  const { error } = verify;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('report.verified.title', { version })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          verify.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <p className={classes.help}>{t('report.verified.help')}</p>
        <Textarea
          data-autofocus
          label={t('report.verified.note')}
          placeholder={t('report.verified.noteHelp')}
          rows={3}
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {error && (
          <p role="alert" className={classes.error}>
            {error instanceof ApiError && error.code === 'CONFLICT'
              ? t('report.verified.newer')
              : errorText(error, t).message}
          </p>
        )}
        <Group justify="flex-end" mt="md" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={verify.isPending}>
            {t('report.verified.verify')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
