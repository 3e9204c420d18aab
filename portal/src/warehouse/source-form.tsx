import { Button } from '@mantine/core';
import type { ServerWarehouseSettings, SourceStep, WarehouseConnection } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../client/error-text.ts';
import { Diagnosis } from './diagnosis.tsx';
import { IssueText, summaryOf } from './issue-text.tsx';
import { SourceFieldInput } from './source-field.tsx';
import { draftOf, fieldOfSetting, fieldsOf, missingFields, settingsOf } from './source-settings.rules.ts';
import type { SourceEngine, SourceField } from './source-settings.rules.ts';
import classes from './source.module.css';

export interface SourceFormProps {
  engine: SourceEngine;
  /** As they are stored, without secrets; null for a new server. */
  settings: WarehouseConnection['settings'] | null;
  /** Figures need to know how fresh the data is, and depend on parameters; copies do not. */
  usage: 'figures' | 'copies';
  test: UseMutationResult<{ steps: SourceStep[] }, Error, ServerWarehouseSettings>;
  connect: UseMutationResult<unknown, Error, ServerWarehouseSettings>;
  connectLabel: string;
  /** What is missing outside of the form before it can be connected. */
  missing?: string | null;
  onConnected: () => void;
}

interface Group {
  id: 'place' | 'access' | 'rows' | 'days' | 'parameters';
  fields: readonly SourceField[];
}

const GROUPS: readonly Group[] = [
  {
    id: 'place',
    fields: ['account', 'host', 'port', 'warehouse', 'role', 'database', 'catalog', 'schema'],
  },
  { id: 'access', fields: ['user', 'signIn', 'password', 'token', 'privateKey', 'passphrase', 'tls', 'ca'] },
  { id: 'rows', fields: ['tenant', 'tenantColumn', 'tenantValue'] },
  { id: 'days', fields: ['asOfTable', 'asOfColumn', 'freshnessTable', 'freshnessColumn'] },
  { id: 'parameters', fields: ['parameterTable', 'parameterRole', 'parameterUser', 'parameterPassword'] },
];

const FIGURES_ONLY = new Set<Group['id']>(['days', 'parameters']);

/** The settings of a server, with a test that says what is wrong; what is entered survives an error. */
export function SourceForm(props: SourceFormProps) {
  const { engine, settings, usage, test, connect, connectLabel, missing: outside = null, onConnected } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(engine, settings));
  const [submitted, setSubmitted] = useState(false);
  const groups = GROUPS.filter(({ id }) => usage === 'figures' || !FIGURES_ONLY.has(id));
  const shown = fieldsOf(engine, draft).filter((field) => groups.some(({ fields }) => fields.includes(field)));
  const missing = new Set(missingFields(engine, draft));
  const refused = connect.error instanceof ApiError ? connect.error.details : [];
  const testIssues = test.data?.steps.flatMap(({ issues }) => issues) ?? [];
  const messages = new Map(
    [...testIssues, ...refused].map(({ field, message }) => [fieldOfSetting(field), summaryOf(message)]),
  );
  const enter = (field: SourceField, value: string) => {
    test.reset();
    connect.reset();
    setDraft((before) => ({ ...before, [field]: value }));
  };
  const focus = (field: string) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  /** Null where something is missing, which has the focus then. */
  const readSettings = (): ServerWarehouseSettings | null => {
    setSubmitted(true);
    const first = shown.find((field) => missing.has(field));
    if (first !== undefined) focus(first);
    return first === undefined ? settingsOf(engine, draft) : null;
  };
  const runTest = () => {
    const entered = readSettings();
    if (entered) test.mutate(entered);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.reset();
    const entered = readSettings();
    if (entered && outside === null) connect.mutate(entered, { onSuccess: onConnected });
  };
  const errorOf = (field: SourceField) =>
    submitted && missing.has(field) ? t('sources.required') : (messages.get(field) ?? null);
  return (
    <form ref={form} noValidate onSubmit={submit} className={classes.form} autoComplete="off">
      {groups.map(({ id, fields }) => (
        <fieldset key={id} className={classes.group}>
          <legend className={classes.legend}>{t(`sources.groups.${id}`)}</legend>
          {fields
            .filter((field) => shown.includes(field))
            .map((field) => (
              <SourceFieldInput
                key={field}
                engine={engine}
                field={field}
                value={draft[field]}
                error={errorOf(field)}
                onEnter={(value) => enter(field, value)}
              />
            ))}
        </fieldset>
      ))}
      {test.data && <Diagnosis steps={test.data.steps} />}
      {(test.isError || connect.isError) && (
        <div role="alert" className={classes.error}>
          <p>{refused.length > 0 ? t('sources.refused') : errorText(test.error ?? connect.error, t).message}</p>
          {refused.length > 0 && (
            <ul>
              {refused.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  <IssueText message={message} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {submitted && outside !== null && (
        <p role="alert" className={classes.error}>
          {outside}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" loading={test.isPending} onClick={runTest}>
          {t('sources.test')}
        </Button>
        <Button type="submit" loading={connect.isPending}>
          {connectLabel}
        </Button>
      </div>
    </form>
  );
}
