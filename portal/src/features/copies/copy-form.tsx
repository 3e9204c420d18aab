import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { CopyContent, CopyDraft, CopySource, DataCopy, SourceTable } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { ErrorState, ListSkeleton, PageHeader, SegmentedChoice } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { NEW_FILE, scheduleDraft, scheduleOf, tableDrafts, tablesOf, type FileContent } from './copy-draft.rules.ts';
import { addressOf } from './copies.state.ts';
import { sourceTablesQuery, useSaveCopy } from './copies.queries.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { TableFields } from './table-fields.tsx';
import classes from './copies.module.css';

export interface CopyFormProps {
  /** Null: a new one. */
  copy: DataCopy | null;
  sources: readonly CopySource[];
  onSaved: (id: string) => void;
}

const KINDS = ['tables', 'file'] as const;

/** What is copied, and when. */
export function CopyForm({ copy, sources, onSaved }: CopyFormProps) {
  const { t } = useTranslation();
  const save = useSaveCopy(copy?.id ?? null);
  const [kind, setKind] = useState<CopyContent['kind']>(copy?.content.kind ?? (sources.length > 0 ? 'tables' : 'file'));
  const [name, setName] = useState(copy?.name ?? '');
  const [source, setSource] = useState(
    copy?.content.kind === 'tables' ? copy.content.source : (sources[0]?.id ?? null),
  );
  const back = copy ? { href: addressOf({ kind: 'copy', id: copy.id }), label: copy.name } : { href: '/copies', label: t('copies.title') }; // prettier-ignore
  const send = (draft: CopyDraft) => save.mutate(draft, { onSuccess: ({ id }) => onSaved(id) });
  const details = save.error instanceof ApiError ? save.error.details : [];
  const parts = { copy, name, save: send, isSaving: save.isPending, details, error: save.error };
  return (
    <>
      <PageHeader
        title={copy ? t('copies.form.edit') : t('copies.form.new')}
        purpose={t('copies.form.purpose')}
        back={back}
      />
      <div className={classes.card}>
        <TextInput
          className={classes.narrow}
          label={t('copies.form.name')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!copy && (
          <SegmentedChoice
            label={t('copies.form.kind')}
            options={KINDS.map((value) => ({ value, label: t(`copies.kinds.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
        )}
        {kind === 'file' ? (
          <FileForm {...parts} />
        ) : sources.length === 0 ? (
          <p className={classes.hint}>
            {t('copies.form.noServer')}{' '}
            <AppLink href={addressOf({ kind: 'server', id: null })}>{t('copies.servers.add')}</AppLink>
          </p>
        ) : (
          <>
            <NativeSelect
              className={classes.narrow}
              label={t('copies.form.server')}
              value={source ?? ''}
              data={sources.map(({ id, name: label }) => ({ value: id, label }))}
              onChange={(event) => setSource(event.currentTarget.value)}
            />
            {source !== null && <ServerTables key={source} source={source} {...parts} />}
          </>
        )}
      </div>
    </>
  );
}

interface PartProps {
  copy: DataCopy | null;
  name: string;
  save: (draft: CopyDraft) => void;
  isSaving: boolean;
  details: readonly { field: string; message: string }[];
  error: Error | null;
}

function ServerTables({ source, ...props }: PartProps & { source: string }) {
  const { t } = useTranslation();
  const tables = useQuery(sourceTablesQuery(source));
  if (tables.isError) return <ErrorState {...errorText(tables.error, t)} onRetry={() => void tables.refetch()} />;
  if (!tables.isFetchedAfterMount || tables.data === undefined) return <ListSkeleton rows={4} />;
  return <TablesForm source={source} present={tables.data.tables} {...props} />;
}

function TablesForm({ source, present, ...props }: PartProps & { source: string; present: readonly SourceTable[] }) {
  const { t } = useTranslation();
  const { copy, details } = props;
  const chosen = copy?.content.kind === 'tables' && copy.content.source === source ? copy.content.tables : [];
  const [drafts, setDrafts] = useState(() => tableDrafts(present, chosen));
  const tables = tablesOf(drafts);
  const errorsOf = (table: string) => {
    const place = tables.findIndex((item) => item.table === table);
    const prefix = `content.tables.${place}.`;
    return new Map(
      details.filter(({ field }) => place >= 0 && field.startsWith(prefix)).map(({ field, message }) => [field.slice(prefix.length), message]), // prettier-ignore
    );
  };
  return (
    <SaveForm
      {...props}
      missing={tables.length === 0 ? t('copies.form.noTable') : null}
      content={{ kind: 'tables', source, tables }}
    >
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('copies.form.tables')}</legend>
        <ul className={classes.tables}>
          {drafts.map((draft, place) => (
            <TableFields
              key={draft.copied.table}
              draft={draft}
              errors={errorsOf(draft.copied.table)}
              onChange={(next) => setDrafts((before) => before.with(place, next))}
            />
          ))}
        </ul>
      </fieldset>
    </SaveForm>
  );
}

function FileForm(props: PartProps) {
  const { t } = useTranslation();
  const { copy, details } = props;
  const [file, setFile] = useState<FileContent>(copy?.content.kind === 'file' ? copy.content : NEW_FILE);
  const errorOf = (field: string) => details.find((item) => item.field === `content.${field}`)?.message;
  const change = (more: Partial<FileContent>) => setFile((before) => ({ ...before, ...more }));
  const isMissing = file.url.trim() === '' || file.target.trim() === '';
  return (
    <SaveForm {...props} missing={isMissing ? t('copies.form.noFile') : null} content={file}>
      <TextInput
        type="url"
        label={t('copies.form.url')}
        description={t('copies.form.urlHint')}
        placeholder="https://"
        value={file.url}
        error={errorOf('url')}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <div className={classes.row}>
        <TextInput
          label={t('copies.form.target')}
          value={file.target}
          error={errorOf('target')}
          spellCheck={false}
          onChange={(event) => change({ target: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('copies.form.mode')}
          value={file.mode}
          data={(['replace', 'append'] as const).map((value) => ({ value, label: t(`copies.fileModes.${value}`) }))}
          onChange={(event) => change({ mode: event.currentTarget.value as FileContent['mode'] })}
        />
      </div>
      <p className={classes.hint}>{t('copies.form.fileHint')}</p>
    </SaveForm>
  );
}

interface SaveFormProps extends PartProps {
  content: CopyContent;
  /** What is missing before it can be saved; null: nothing. */
  missing: string | null;
  children: React.ReactNode;
}

function SaveForm({ copy, name, content, missing, save, isSaving, details, error, children }: SaveFormProps) {
  const { t } = useTranslation();
  const [schedule, setSchedule] = useState(() => scheduleDraft(copy?.schedule ?? null));
  const [submitted, setSubmitted] = useState(false);
  const problem = name.trim() === '' ? t('copies.form.noName') : missing;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (problem === null) save({ name: name.trim(), content, schedule: scheduleOf(schedule) });
  };
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      {children}
      <ScheduleFields schedule={schedule} onChange={setSchedule} />
      {submitted && problem !== null && (
        <p role="alert" className={classes.error}>
          {problem}
        </p>
      )}
      {error && (
        <div role="alert" className={classes.error}>
          <p>{errorText(error, t).message}</p>
          <ul>
            {details.map(({ field, message }) => (
              <li key={`${field} ${message}`} lang="en">
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={isSaving}>
          {t('copies.form.save')}
        </Button>
      </div>
    </form>
  );
}
