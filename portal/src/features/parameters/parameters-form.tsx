import { Button, TextInput } from '@mantine/core';
import type { TenantParameters, TenantParameterUsage } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { EmptyState } from '@rise/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { ParameterItem } from './parameter-item.tsx';
import { usePreview, useSaveParameters } from './parameters.queries.ts';
import { changesOf, countOf, type Draft, type ParameterDraft } from './parameters.rules.ts';
import { PreviewPanel } from './preview-panel.tsx';
import classes from './parameters.module.css';

const NOTHING: Draft = {};

export interface ParametersFormProps extends TenantParameters {
  readOnly: boolean;
  /** Only parameters with these words are listed. */
  search: string;
  usage: readonly TenantParameterUsage[] | undefined;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onAbout: (name: string) => void;
}

/** All parameters, saved together; what is entered survives an error. */
export function ParametersForm(props: ParametersFormProps) {
  const { version, parameters, readOnly, search, usage, draft, onDraft, onAbout } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  const form = useRef<HTMLFormElement>(null);
  const [note, setNote] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const save = useSaveParameters();
  const { preview, start, cancel, reset } = usePreview();
  const { values, changes, invalid } = changesOf(parameters, draft);
  const count = countOf({ values, changes });
  const isDirty = count > 0 || invalid.size > 0;
  const enter = (name: string, entered: ParameterDraft) => {
    save.reset();
    reset();
    onDraft({ ...draft, [name]: entered });
  };
  const clear = () => {
    onDraft(NOTHING);
    setNote('');
    setSubmitted(false);
    reset();
  };
  const discard = () => {
    clear();
    save.reset();
  };
  /** Whether all entries can be used; else the first one that cannot has the focus. */
  const check = () => {
    setSubmitted(true);
    const [first] = invalid;
    if (first === undefined) return count > 0;
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return false;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check()) save.mutate({ values, changes, note: note.trim(), basedOn: version }, { onSuccess: clear });
  };
  const showPreview = () => {
    if (check()) start({ values, changes });
  };
  const words = search.trim().toLocaleLowerCase();
  const shown = parameters.filter(({ name, title, description }) =>
    [name, localize(title), description ? localize(description) : ''].some((text) =>
      text.toLocaleLowerCase().includes(words),
    ),
  );
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p role="status" className={classes.saved}>
        {save.isSuccess && t('parameters.saved')}
      </p>
      {readOnly && <p className={classes.rights}>{t('parameters.readOnly')}</p>}
      {shown.length === 0 ? (
        <EmptyState title={t('parameterValues.none')} text={t('parameterValues.noneText')} art="search" />
      ) : (
        <ul className={classes.parameters}>
          {shown.map((parameter) => (
            <ParameterItem
              key={parameter.name}
              parameter={parameter}
              draft={draft}
              checked={submitted && invalid.has(parameter.name)}
              readOnly={readOnly}
              usage={usage?.find(({ name }) => name === parameter.name)}
              onEnter={(entered) => enter(parameter.name, entered)}
              onAbout={() => onAbout(parameter.name)}
            />
          ))}
        </ul>
      )}
      <PreviewPanel preview={preview} onCancel={cancel} onRetry={showPreview} />
      {isDirty && (
        <div className={classes.actions}>
          {save.isError && (
            <p role="alert" className={classes.error}>
              {messagesOf(save.error, t)}
            </p>
          )}
          <NoteField note={note} onChange={setNote} />
          <Button variant="default" onClick={discard}>
            {t('parameters.discard')}
          </Button>
          <Button variant="default" loading={preview.state === 'running'} onClick={showPreview}>
            {t('parameterValues.preview.show')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {count > 0 ? t('parameters.saveCount', { count }) : t('parameters.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Why the values change; it is in their history. */
function NoteField({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      className={classes.noteField}
      aria-label={t('parameterValues.note')}
      placeholder={t('parameterValues.note')}
      maxLength={1000}
      value={note}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The server's reasons where it names fields. */
function messagesOf(error: unknown, t: Parameters<typeof errorText>[1]): string {
  const details = error instanceof ApiError && error.code === 'VALIDATION_FAILED' ? error.details : [];
  return details.length > 0 ? details.map(({ message }) => message).join(' ') : errorText(error, t).message;
}
