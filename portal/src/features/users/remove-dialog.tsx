import { Button, Modal } from '@mantine/core';
import type { TenantPerson } from '@rise/contract';
import { SearchSelect, useFocusReturn } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from './problem-text.ts';
import { searchPeople, useRemoveUser } from './users.queries.ts';
import classes from './users.module.css';

interface RemoveDialogProps {
  person: TenantPerson;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks who takes over what a person owns, before they are removed. */
export default function RemoveDialog({ person, onRemoved, onClose }: RemoveDialogProps) {
  useFocusReturn(true);
  const { t } = useTranslation();
  const remove = useRemoveUser(person.id);
  const [successor, setSuccessor] = useState<{ value: string; title: string } | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const count = Object.values(person.owned).reduce((sum, each) => sum + each, 0);
  const isMissing = count > 0 && successor === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isMissing) remove.mutate(successor?.value ?? null, { onSuccess: onRemoved });
  };
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('users.remove.title', { name: person.name || person.email })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate className={classes.form} onSubmit={submit}>
        <p className={classes.text}>{t('users.remove.text')}</p>
        {person.sources.includes('claim') && <p className={classes.text}>{t('users.remove.claimed')}</p>}
        {count > 0 && (
          <div>
            <p className={classes.text}>{t('users.remove.owns', { count })}</p>
            <SearchSelect
              label={t('users.remove.successor')}
              placeholder={t('users.remove.search')}
              value={successor}
              onSearch={(query, signal) => searchPeople(query, signal, person.id)}
              onChange={({ value, title }) => setSuccessor({ value, title })}
            />
          </div>
        )}
        {submitted && isMissing && (
          <p role="alert" className={classes.error}>
            {t('users.problems.handOverTo')}
          </p>
        )}
        {remove.error && (
          <p role="alert" className={classes.error}>
            {problemText(remove.error, t)}
          </p>
        )}
        <div className={classes.end}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="negative" loading={remove.isPending}>
            {t('users.remove.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
