import { Button, Group, Modal, Textarea } from '@mantine/core';
import type { Report } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useFocusReturn } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { errorText } from '../../../client/error-text.ts';
import { useMark } from './use-mark.ts';
import classes from './verification.module.css';

/** Marks the published version as verified, with a note on what was checked. */
export function VerifyDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  useFocusReturn(true);
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
