import { Button } from '@mantine/core';
import type { WarehouseConnection } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { Diagnosis } from './diagnosis.tsx';
import { SourceFieldInput } from './source-field.tsx';
import { useConnectSource, useTestSource } from './sources.queries.ts';
import { draftOf, fieldOfSetting, fieldsOf, missingFields, settingsOf } from './sources.rules.ts';
import type { SourceEngine, SourceField } from './sources.rules.ts';
import classes from './sources.module.css';

export interface SourceFormProps {
  engine: SourceEngine;
  connection: WarehouseConnection | null;
}

interface Group {
  id: 'place' | 'access' | 'rows' | 'days';
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
];

/** The settings of a server, with a test that says what is wrong; what is entered survives an error. */
export function SourceForm({ engine, connection }: SourceFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(engine, connection));
  const [submitted, setSubmitted] = useState(false);
  const test = useTestSource();
  const connect = useConnectSource();
  const shown = fieldsOf(engine, draft);
  const missing = new Set(missingFields(engine, draft));
  const refused = connect.error instanceof ApiError ? connect.error.details : [];
  const testIssues = test.data?.steps.flatMap(({ issues }) => issues) ?? [];
  const messages = new Map([...testIssues, ...refused].map(({ field, message }) => [fieldOfSetting(field), message]));
  const enter = (field: SourceField, value: string) => {
    test.reset();
    connect.reset();
    setDraft((before) => ({ ...before, [field]: value }));
  };
  const focus = (field: string) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const send = (mutation: typeof test | typeof connect) => {
    setSubmitted(true);
    const first = shown.find((field) => missing.has(field));
    if (first !== undefined) focus(first);
    else mutation.mutate(settingsOf(engine, draft) as never);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.reset();
    send(connect);
  };
  const errorOf = (field: SourceField) =>
    submitted && missing.has(field) ? t('sources.required') : (messages.get(field) ?? null);
  return (
    <form ref={form} noValidate onSubmit={submit} className={classes.form} autoComplete="off">
      {GROUPS.map(({ id, fields }) => (
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
                <li key={`${field} ${message}`} lang="en">
                  {message}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className={classes.actions}>
        <Button variant="default" loading={test.isPending} onClick={() => send(test)}>
          {t('sources.test')}
        </Button>
        <Button type="submit" loading={connect.isPending}>
          {t('sources.connect')}
        </Button>
      </div>
    </form>
  );
}
