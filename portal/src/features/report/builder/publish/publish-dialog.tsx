import { Button, Modal, Textarea } from '@mantine/core';
import { ApiError } from '@rise/contract/client';
import { useFocusReturn } from '@rise/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../../client/client.ts';
import { errorText } from '../../../../client/error-text.ts';
import classes from './publish.module.css';

interface PublishDialogProps {
  id: string;
  /** Of the draft. */
  revision: number;
  onClose: () => void;
  onPublished: () => void;
}

/** Publishes the draft with a note, or says what stands against it. */
export function PublishDialog({ id, revision, onClose, onPublished }: PublishDialogProps) {
  useFocusReturn(true);
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [note, setNote] = useState('');
  const publish = useMutation({
    mutationFn: () =>
      client.call('POST /api/v1/reports/:id/publish', {
        params: { id },
        body: { basedOn: revision, note: note.trim() },
      }),
    onSuccess: async () => {
      await Promise.all(
        [['report', id], ['reports'], ['report-draft', id]].map((queryKey) => cache.invalidateQueries({ queryKey })),
      );
      onPublished();
    },
  });
  const { error } = publish;
  const details = error instanceof ApiError ? (error.details ?? []) : [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('builder.publish.title')}
      closeButtonProps={{ 'aria-label': t('builder.close') }}
      centered
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          publish.mutate();
        }}
      >
        <p className={classes.text}>{t('builder.publish.text')}</p>
        <Textarea
          data-autofocus
          label={t('builder.publish.note')}
          placeholder={t('builder.publish.noteHelp')}
          rows={3}
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {error && (
          <div role="alert" className={classes.error}>
            <p>{details.length > 0 ? t('builder.publish.issues') : errorText(error, t).message}</p>
            {details.length > 0 && (
              <ul>
                {details.map(({ field, message }) => (
                  <li key={`${field} ${message}`}>
                    {field}: {message}
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('builder.cancel')}
          </Button>
          <Button type="submit" loading={publish.isPending}>
            {t('builder.publish.publish')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
