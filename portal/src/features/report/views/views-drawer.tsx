import { ActionIcon, Button, Radio, Switch, TextInput } from '@mantine/core';
import type { Report, ReportState, ReportView, ReportViews } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { DetailDrawer, DetailSection } from '@rise/ui';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useDefaultView, useDeleteView, useSaveView } from './views.queries.ts';
import { isSameState } from './views.rules.ts';
import classes from './views-drawer.module.css';

interface ViewsDrawerProps {
  report: Report;
  known: ReportViews;
  /** The selections on the page. */
  current: ReportState;
  onChoose: (state: ReportState) => void;
  onClose: () => void;
}

/** Saves the selections on the page as a view, and lists the views: which one the report opens with, and away with others. */
export default function ViewsDrawer({ report: { id }, known, current, onChoose, onClose }: ViewsDrawerProps) {
  const { t } = useTranslation();
  const choose = useDefaultView(id);
  const remove = useDeleteView(id);
  // What is being stored, until it is.
  const chosen = choose.isPending ? choose.variables : known.views.find(({ isDefault }) => isDefault)?.id;
  const error = choose.error ?? remove.error;
  return (
    <DetailDrawer opened onClose={onClose} title={t('report.views.title')} subtitle={t('report.views.subtitle')}>
      <SaveForm id={id} known={known} current={current} />
      {known.views.length > 0 && (
        <DetailSection title={t('report.views.opensWith')}>
          {error && (
            <p role="alert" className={classes.error}>
              {errorText(error, t).message}
            </p>
          )}
          <Radio.Group
            aria-label={t('report.views.opensWith')}
            value={chosen ?? ''}
            onChange={(value) => choose.mutate(value === '' ? null : value)}
          >
            <ul className={classes.views}>
              <li className={classes.view}>
                <Radio value="" label={t('report.views.published')} />
              </li>
              {known.views.map((view) => (
                <ViewItem
                  key={view.id}
                  view={view}
                  isCurrent={isSameState(view.state, current)}
                  onChoose={() => onChoose(view.state)}
                  onDelete={() => remove.mutate(view.id)}
                />
              ))}
            </ul>
          </Radio.Group>
        </DetailSection>
      )}
    </DetailDrawer>
  );
}

function ViewItem(props: { view: ReportView; isCurrent: boolean; onChoose: () => void; onDelete: () => void }) {
  const { view, isCurrent, onChoose, onDelete } = props;
  const { t } = useTranslation();
  const { id, name, shared, author, isOwn, can } = view;
  const facts = [
    ...(shared ? [t('report.views.shared')] : []),
    ...(isOwn || author === null ? [] : [author]),
    ...(isCurrent ? [t('report.views.shown')] : []),
  ];
  return (
    <li className={classes.view}>
      <Radio value={id} label={name} description={facts.join(' · ')} className={classes.choice} />
      {!isCurrent && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('report.views.showNamed', { name })}
          onClick={onChoose}
        >
          {t('report.views.show')}
        </Button>
      )}
      {can.delete && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('report.views.delete', { name })} onClick={onDelete}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function SaveForm({ id, known, current }: { id: string; known: ReportViews; current: ReportState }) {
  const { t } = useTranslation();
  const save = useSaveView(id);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const isNameless = name.trim() === '';
  const replaced = known.views.find((view) => view.isOwn && view.name === name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isNameless) return;
    save.mutate(
      { name: name.trim(), state: current, shared },
      {
        onSuccess: () => {
          setName('');
          setSubmitted(false);
        },
      },
    );
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('report.views.name')}
        description={replaced ? t('report.views.replaces') : t('report.views.nameHelp')}
        maxLength={80}
        value={name}
        error={submitted && isNameless ? t('report.views.nameless') : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {known.can.share && (
        <Switch
          label={t('report.views.share')}
          checked={shared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
      {save.error && (
        <p role="alert" className={classes.error}>
          {save.error instanceof ApiError && save.error.code === 'CONFLICT'
            ? t('report.views.tooMany')
            : errorText(save.error, t).message}
        </p>
      )}
      <Button type="submit" loading={save.isPending} className={classes.save}>
        {t('report.views.save')}
      </Button>
    </form>
  );
}
