import { Button, Modal } from '@mantine/core';
import { SearchSelect, useFocusReturn } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchAccounts } from './global-users.queries.ts';
import classes from '../users.module.css';

interface FindAccountDialogProps {
  onFound: (id: string) => void;
  onClose: () => void;
}

/** Finds someone who has signed in before, to give them a global role. */
export default function FindAccountDialog({ onFound, onClose }: FindAccountDialogProps) {
  useFocusReturn(true);
  const { t } = useTranslation();
  const [account, setAccount] = useState<{ value: string; title: string } | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (account) onFound(account.value);
  };
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('users.global.find.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate className={classes.finding} onSubmit={submit}>
        <p className={classes.text}>{t('users.global.find.help')}</p>
        <SearchSelect
          label={t('users.global.find.person')}
          placeholder={t('users.search')}
          value={account}
          onSearch={searchAccounts}
          onChange={({ value, title }) => setAccount({ value, title })}
        />
        {submitted && account === null && (
          <p role="alert" className={classes.error}>
            {t('users.global.find.missing')}
          </p>
        )}
        <div className={classes.bottom}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('users.global.find.open')}</Button>
        </div>
      </form>
    </Modal>
  );
}
