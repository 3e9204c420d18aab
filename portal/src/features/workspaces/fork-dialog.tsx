import { Button, Modal, TextInput } from '@mantine/core';
import type { Workspace } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useFocusReturn } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { useFork } from './offers.queries.ts';
import classes from '../../workspaces/templates/templates.module.css';

interface ForkDialogProps {
  workspace: Workspace;
  onForked: (workspace: Workspace) => void;
  onClose: () => void;
}

/** Copies a template's workspace as one of the tenant's own. */
export default function ForkDialog({ workspace, onForked, onClose }: ForkDialogProps) {
  useFocusReturn(true);
  const { t } = useTranslation();
  const localize = useLocalize();
  const fork = useFork(workspace.id);
  const [name, setName] = useState(() => t('templates.fork.copyOf', { name: localize(workspace.name) }).slice(0, 80));
  const [submitted, setSubmitted] = useState(false);
  const isNameless = name.trim() === '';
  const { error } = fork;
  const isTaken = error instanceof ApiError && error.details?.some(({ field }) => field === 'name');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isNameless) fork.mutate(name, { onSuccess: onForked });
  };
  const nameError =
    submitted && isNameless
      ? t('workspaces.form.nameless')
      : isTaken
        ? t('workspaces.form.nameTaken', { name: fork.variables })
        : null;
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('templates.fork.title', { name: localize(workspace.name) })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate className={classes.form} onSubmit={submit}>
        <p className={classes.text}>{t('templates.fork.help')}</p>
        <TextInput
          required
          data-autofocus
          label={t('templates.fork.name')}
          maxLength={80}
          value={name}
          error={nameError}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {error && !isTaken && (
          <p role="alert" className={classes.error}>
            {errorText(error, t).message}
          </p>
        )}
        <div className={`${classes.actions} ${classes.end}`}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={fork.isPending}>
            {t('templates.fork.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
