import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Workspace, WorkspaceContent } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { WORKSPACE_COLORS, WORKSPACE_ICONS } from '@rise/contract/workspace-words';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { WorkspaceBadge } from '../workspace-badge.tsx';
import { useChangeWorkspace, useCreateWorkspace } from './settings.queries.ts';
import classes from './settings.module.css';

export interface WorkspaceFormProps {
  workspace: Workspace | null;
  onCreated?: (workspace: Workspace) => void;
}

const NEW: WorkspaceContent = { name: '', description: '', icon: 'workspace', color: 'primary', everyone: 'view' };

/** What a workspace is called, looks like and is for, and what everybody may do there. */
export function WorkspaceForm({ workspace, onCreated }: WorkspaceFormProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const toContent = ({ name, description, icon, color, everyone }: Workspace): WorkspaceContent => ({
    name: localize(name),
    description: description ? localize(description) : '',
    icon,
    color,
    everyone,
  });
  const [content, setContent] = useState(() => (workspace ? toContent(workspace) : NEW));
  // What was edited: someone else may change the workspace meanwhile.
  const [revision, setRevision] = useState(workspace?.revision ?? 0);
  const [submitted, setSubmitted] = useState(false);
  const [saved, setSaved] = useState(false);
  const create = useCreateWorkspace();
  const update = useChangeWorkspace(workspace?.id ?? '');
  const change = (next: Partial<WorkspaceContent>) => {
    setContent((before) => ({ ...before, ...next }));
    setSaved(false);
  };
  const isNameless = content.name.trim() === '';
  const error = create.error ?? update.error;
  const nameError = error instanceof ApiError && error.details?.some(({ field }) => field === 'name');
  const canDescribe = workspace === null || workspace.can.describe;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isNameless) return;
    if (!workspace) return create.mutate(content, { onSuccess: (created) => onCreated?.(created) });
    const changes = canDescribe ? content : { everyone: content.everyone };
    return update.mutate(
      { ...changes, basedOn: revision },
      {
        onSuccess: (changed) => {
          setRevision(changed.revision);
          setContent(toContent(changed));
          setSaved(true);
        },
      },
    );
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      {canDescribe && (
        <Description
          isNew={workspace === null}
          content={content}
          onChange={change}
          nameError={
            isNameless && submitted
              ? t('workspaces.form.nameless')
              : nameError
                ? t('workspaces.form.nameTaken', { name: content.name })
                : null
          }
        />
      )}
      <NativeSelect
        label={t('workspaces.form.everyone')}
        description={t('workspaces.form.everyoneHelp')}
        value={content.everyone ?? 'none'}
        data={(['view', 'edit', 'none'] as const).map((value) => ({ value, label: t(`workspaces.everyone.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change({ everyone: value === 'view' || value === 'edit' ? value : null })
        }
      />
      {error && !nameError && (
        <p role="alert" className={classes.error}>
          {error instanceof ApiError && error.code === 'CONFLICT'
            ? t('workspaces.form.conflict')
            : errorText(error, t).message}
        </p>
      )}
      <div className={classes.actions}>
        <output className={classes.saved}>{saved ? t('workspaces.form.saved') : ''}</output>
        <Button type="submit" loading={create.isPending || update.isPending}>
          {workspace ? t('workspaces.form.save') : t('workspaces.form.create')}
        </Button>
      </div>
    </form>
  );
}

function Description(props: {
  isNew: boolean;
  content: WorkspaceContent;
  nameError: string | null;
  onChange: (next: Partial<WorkspaceContent>) => void;
}) {
  const { isNew, content, nameError, onChange } = props;
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        required
        data-autofocus={isNew || undefined}
        label={t('workspaces.form.name')}
        maxLength={80}
        value={content.name}
        error={nameError}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Textarea
        label={t('workspaces.form.description')}
        rows={3}
        maxLength={500}
        value={content.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <Swatches
        label={t('workspaces.form.icon')}
        values={WORKSPACE_ICONS}
        value={content.icon}
        nameOf={(icon) => t(`workspaces.icons.${icon}`)}
        look={(icon) => ({ icon, color: content.color })}
        onChange={(icon) => onChange({ icon })}
      />
      <Swatches
        label={t('workspaces.form.color')}
        values={WORKSPACE_COLORS}
        value={content.color}
        nameOf={(color) => t(`workspaces.colors.${color}`)}
        look={(color) => ({ icon: content.icon, color })}
        onChange={(color) => onChange({ color })}
      />
    </>
  );
}

/** A choice between looks of the badge. */
function Swatches<Value extends string>(props: {
  label: string;
  values: readonly Value[];
  value: Value;
  nameOf: (value: Value) => string;
  look: (value: Value) => Pick<Workspace, 'icon' | 'color'>;
  onChange: (value: Value) => void;
}) {
  const { label, values, value, nameOf, look, onChange } = props;
  return (
    <fieldset className={classes.swatches}>
      <legend>{label}</legend>
      {values.map((each) => (
        <label key={each} className={classes.swatch} data-on={each === value || undefined} title={nameOf(each)}>
          <input
            type="radio"
            name={label}
            aria-label={nameOf(each)}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <WorkspaceBadge workspace={look(each)} />
        </label>
      ))}
    </fieldset>
  );
}
