import { Button, Modal, TextInput } from '@mantine/core';
import { useUiContext } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './insights.module.css';

interface DismissDialogProps {
  opened: boolean;
  onClose: () => void;
  onDismiss: (reason: string) => void;
}

/** Why a finding is dismissed. */
export function DismissDialog({ opened, onClose, onDismiss }: DismissDialogProps) {
  const { t } = useTranslation();
  const { texts } = useUiContext();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') onDismiss(reason.trim());
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('insights.dismissal.title')}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          required
          maxLength={300}
          label={t('insights.dismissal.reason')}
          description={t('insights.dismissal.help')}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('insights.actions.dismiss')}</Button>
        </div>
      </form>
    </Modal>
  );
}
