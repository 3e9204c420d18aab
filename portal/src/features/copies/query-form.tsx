import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { CopyContent, QueryCheck, SavedQuery } from '@rise/contract';
import { ErrorState, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { savedQueriesQuery } from '../../warehouse/saved-queries.queries.ts';
import { toParameters } from '../../warehouse/sql-parameters.rules.ts';
import { queryCheckQuery } from './copies.queries.ts';
import { targetName } from './copy-draft.rules.ts';
import { SaveForm, type PartProps } from './save-form.tsx';
import classes from './copies.module.css';

type QueryContent = Extract<CopyContent, { kind: 'query' }>;

const SCHEDULES = ['never', 'load', 'hour', 'day', 'weekday', 'week'] as const;

/** A table of a saved query: `more` is what stays when another text is taken over. */
function contentOf(saved: SavedQuery, more?: Pick<QueryContent, 'target' | 'asOf' | 'open'>): QueryContent {
  const { id, revision, sql, parameters, name } = saved;
  const target = targetName(name.trim().toLowerCase());
  return { kind: 'query', query: id, revision, sql, parameters: toParameters(parameters).parameters, target, asOf: null, open: [], ...more }; // prettier-ignore
}

export interface QueryFormProps extends PartProps {
  /** The saved query that a new copy begins with; null: a person chooses one. */
  query: SavedQuery | null;
  /** A chosen query names the copy. */
  onName: (name: string) => void;
}

/** Which saved query becomes a table, and what the table is called. */
export function QueryForm({ query, onName, ...props }: QueryFormProps) {
  const { t } = useTranslation();
  const saved = useQuery(savedQueriesQuery);
  if (saved.isError) return <ErrorState {...errorText(saved.error, t)} onRetry={() => void saved.refetch()} />;
  if (!saved.data) return <ListSkeleton rows={3} />;
  return <Fields queries={saved.data.queries} query={query} onName={onName} {...props} />;
}

function Fields({ queries, query, onName, ...props }: QueryFormProps & { queries: readonly SavedQuery[] }) {
  const { t } = useTranslation();
  const { copy, details } = props;
  const [content, setContent] = useState<QueryContent | null>(() => {
    if (copy?.content.kind === 'query') return copy.content;
    return query && contentOf(query);
  });
  const source = queries.find(({ id }) => id === content?.query) ?? null;
  const choose = (id: string) => {
    const chosen = queries.find((item) => item.id === id);
    setContent(chosen ? contentOf(chosen) : null);
    if (chosen && !copy) onName(chosen.name);
  };
  const errorOf = (field: string) => details.find((item) => item.field === `content.${field}`)?.message;
  const change = (more: Partial<QueryContent>) => setContent((before) => before && { ...before, ...more });
  const check = useQuery({
    ...queryCheckQuery(content?.sql ?? '', content?.parameters ?? {}),
    enabled: content !== null,
  });
  const guarded = check.data?.guarded.map(({ table }) => table) ?? [];
  const isOpen = guarded.every((table) => content?.open.includes(table));
  const missing = missingIn(content, isOpen, t);
  if (queries.length === 0 && content === null)
    return (
      <p className={classes.hint}>
        {t('copies.query.empty')} <AppLink href="/sql">{t('copies.query.write')}</AppLink>
      </p>
    );
  return (
    <SaveForm {...props} missing={missing} content={content} schedules={SCHEDULES} usual={{ every: 'load' }}>
      {!copy && <QueryChoice queries={queries} chosen={content?.query ?? null} onChoose={choose} />}
      {content !== null && (
        <>
          {copy && source !== null && source.revision !== content.revision && (
            <NewerText name={source.name} onTake={() => setContent(contentOf(source, content))} />
          )}
          <Statement content={content} check={check.data ?? null} />
          {check.isError && (
            <p role="alert" className={classes.error} lang="en">
              {errorText(check.error, t).message}
            </p>
          )}
          <TargetFields content={content} check={check.data ?? null} errorOf={errorOf} onChange={change} />
          {guarded.length > 0 && (
            <Checkbox
              label={t('copies.query.open', { tables: guarded.join(', '), target: content.target })}
              description={t('copies.query.openHint')}
              checked={isOpen}
              error={errorOf('open')}
              onChange={(event) => change({ open: event.currentTarget.checked ? guarded : [] })}
            />
          )}
        </>
      )}
    </SaveForm>
  );
}

/** What is missing before the copy can be saved; null: nothing. */
function missingIn(content: QueryContent | null, isOpen: boolean, t: TFunction): string | null {
  if (content === null) return t('copies.query.none');
  if (content.target.trim() === '') return t('copies.query.noTarget');
  return isOpen ? null : t('copies.query.closed');
}

interface QueryChoiceProps {
  queries: readonly SavedQuery[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

function QueryChoice({ queries, chosen, onChoose }: QueryChoiceProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      className={classes.narrow}
      label={t('copies.query.label')}
      value={chosen ?? ''}
      data={[
        ...(chosen === null ? [{ value: '', label: t('copies.query.choose') }] : []),
        ...queries.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

/** The saved query has changed since the copy was saved. */
function NewerText({ name, onTake }: { name: string; onTake: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.changed}>
      <p>{t('copies.query.changed', { name })}</p>
      <Button variant="default" size="compact-sm" onClick={onTake}>
        {t('copies.query.takeOver')}
      </Button>
    </div>
  );
}

interface TargetFieldsProps {
  content: QueryContent;
  check: QueryCheck | null;
  errorOf: (field: string) => string | undefined;
  onChange: (more: Partial<QueryContent>) => void;
}

function TargetFields({ content, check, errorOf, onChange }: TargetFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.row}>
      <TextInput
        label={t('copies.form.target')}
        value={content.target}
        error={errorOf('target')}
        spellCheck={false}
        onChange={(event) => onChange({ target: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('copies.form.asOf')}
        value={content.asOf ?? ''}
        error={errorOf('asOf')}
        data={[{ value: '', label: t('copies.form.noAsOf') }, ...daysOf(check, content.asOf)]}
        onChange={(event) => onChange({ asOf: event.currentTarget.value || null })}
      />
    </div>
  );
}

/** Columns that can be the as-of date, and the chosen one. */
function daysOf(check: QueryCheck | null, chosen: string | null): string[] {
  const days = (check?.columns ?? []).filter(({ type }) => type === 'date' || type === 'timestamp');
  return [...new Set([...days.map(({ name }) => name), ...(chosen === null ? [] : [chosen])])];
}

/** The statement, and what its table will have. */
function Statement({ content, check }: { content: QueryContent; check: QueryCheck | null }) {
  const { t } = useTranslation();
  const values = Object.entries(content.parameters).map(
    ([name, parameter]) => `${name} = ${'values' in parameter ? parameter.values.join(', ') : String(parameter.value)}`,
  );
  return (
    <div>
      <pre className={classes.sql} tabIndex={0} aria-label={t('copies.query.statement')}>
        {content.sql}
      </pre>
      <p className={classes.hint}>
        {[
          ...values,
          ...(check
            ? [
                t('copies.form.columnCount', { count: check.columns.length }),
                t('copies.query.reads', { tables: check.reads.join(', ') }),
              ]
            : []),
        ].join(' · ')}
      </p>
    </div>
  );
}
