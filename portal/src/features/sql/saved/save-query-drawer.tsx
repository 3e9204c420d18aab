import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import type { SavedQuery } from '@rise/contract';
import { DetailDrawer } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { type QueryContent, useSaveQuery } from '../sql.queries.ts';
import classes from './saved.module.css';

export interface SaveQueryDrawerProps {
  /** What is saved. */
  statement: Pick<QueryContent, 'sql' | 'parameters'>;
  /** Proposed for a new query. */
  title: string;
  /** The query that the tab was opened from, if the person may change it. */
  opened: SavedQuery | null;
  onSaved: (query: SavedQuery) => void;
  onClose: () => void;
}

/** Saves the statement of a tab: as a new query, or in place of the one it was opened from. */
export default function SaveQueryDrawer({ statement, title, opened, onSaved, onClose }: SaveQueryDrawerProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(opened?.name ?? title);
  const [description, setDescription] = useState(opened?.description ?? '');
  const [shared, setShared] = useState(opened?.shared ?? false);
  const save = useSaveQuery();
  const [submitted, setSubmitted] = useState(false);
  const isNameless = name.trim() === '';
  const submit = (changed: SavedQuery | null) => {
    setSubmitted(true);
    if (isNameless) return;
    const content = { ...statement, name: name.trim(), description: description.trim(), shared };
    save.mutate({ content, changed }, { onSuccess: onSaved });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(opened);
  };
  return (
    <DetailDrawer opened onClose={onClose} title={t('sqlWorkbench.save.title')}>
      <form noValidate className={classes.form} onSubmit={onSubmit}>
        <TextInput
          label={t('sqlWorkbench.save.name')}
          value={name}
          maxLength={80}
          error={isNameless && submitted ? t('sqlWorkbench.save.nameless') : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={t('sqlWorkbench.save.description')}
          value={description}
          maxLength={1000}
          autosize
          minRows={3}
          maxRows={8}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Switch
          label={t('sqlWorkbench.save.shared')}
          description={t('sqlWorkbench.save.sharedText')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {save.isError && (
          <p role="alert" className={classes.error}>
            {errorText(save.error, t).message}
          </p>
        )}
        <div className={classes.actions}>
          {opened && (
            <Button variant="default" disabled={save.isPending} onClick={() => submit(null)}>
              {t('sqlWorkbench.save.another')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            {opened ? t('sqlWorkbench.save.change') : t('sqlWorkbench.save.create')}
          </Button>
        </div>
      </form>
    </DetailDrawer>
  );
}
