import { NativeSelect, TextInput } from '@mantine/core';
import type { CopyContent, CopyDraft, CopySource, DataCopy, SavedQuery, SourceTable } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { ErrorState, ListSkeleton, PageHeader, SegmentedChoice } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { useSession } from '../../session/session.ts';
import { NEW_FILE, tableDrafts, tablesOf, type FileContent } from './copy-draft.rules.ts';
import { addressOf } from './copies.state.ts';
import { sourceTablesQuery, useSaveCopy } from './copies.queries.ts';
import { QueryForm } from './query-form.tsx';
import { SaveForm, type PartProps } from './save-form.tsx';
import { TableFields } from './table-fields.tsx';
import classes from './copies.module.css';

export interface CopyFormProps {
  /** Null: a new one. */
  copy: DataCopy | null;
  sources: readonly CopySource[];
  /** The saved query that a new one begins with. */
  query: SavedQuery | null;
  onSaved: (id: string) => void;
}

const KINDS = ['tables', 'file', 'query'] as const;

/** What is copied, and when. */
export function CopyForm({ copy, sources, query, onSaved }: CopyFormProps) {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const save = useSaveCopy(copy?.id ?? null);
  const [kind, setKind] = useState<CopyContent['kind']>(
    copy?.content.kind ?? (query !== null ? 'query' : sources.length > 0 ? 'tables' : 'file'),
  );
  const kinds = KINDS.filter((value) => value !== 'query' || permissions.includes('query.sql'));
  const [name, setName] = useState(copy?.name ?? query?.name ?? '');
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
          <div className={classes.choice}>
            <SegmentedChoice
              label={t('copies.form.kind')}
              options={kinds.map((value) => ({ value, label: t(`copies.kinds.${value}`) }))}
              value={kind}
              onChange={setKind}
            />
          </div>
        )}
        {kind === 'file' ? (
          <FileForm {...parts} />
        ) : kind === 'query' ? (
          <QueryForm query={query} onName={setName} {...parts} />
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
