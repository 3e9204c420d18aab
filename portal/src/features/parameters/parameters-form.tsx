import { Button } from '@mantine/core';
import type { TenantParameter, TenantParameters } from '@rise/contract';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { ParameterItem } from './parameter-item.tsx';
import { useSaveParameters } from './parameters.queries.ts';
import { changesOf, type Draft } from './parameters.rules.ts';
import classes from './parameters.module.css';

const NOTHING: Draft = {};

export interface ParametersFormProps extends TenantParameters {
  readOnly: boolean;
}

/** All parameters, saved together; what is entered survives an error. */
export function ParametersForm({ version, parameters, readOnly }: ParametersFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(NOTHING);
  const [submitted, setSubmitted] = useState(false);
  const save = useSaveParameters();
  const { values, invalid } = changesOf(parameters, draft);
  const count = Object.keys(values).length;
  const isDirty = count > 0 || invalid.size > 0;
  const enter = ({ name }: TenantParameter, value: Draft[string]) => {
    save.reset();
    setDraft((before) => ({ ...before, [name]: value ?? null }));
  };
  const discard = () => {
    setDraft(NOTHING);
    setSubmitted(false);
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const [first] = invalid;
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (count > 0) save.mutate({ values, basedOn: version }, { onSuccess: () => setDraft(NOTHING) });
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p role="status" className={classes.saved}>
        {save.isSuccess && t('parameters.saved')}
      </p>
      {readOnly && <p className={classes.rights}>{t('parameters.readOnly')}</p>}
      <ul className={classes.parameters}>
        {parameters.map((parameter) => (
          <ParameterItem
            key={parameter.name}
            parameter={parameter}
            draft={draft}
            invalid={submitted && invalid.has(parameter.name)}
            readOnly={readOnly}
            onEnter={(value) => enter(parameter, value)}
          />
        ))}
      </ul>
      {isDirty && (
        <div className={classes.actions}>
          {save.isError && (
            <p role="alert" className={classes.error}>
              {errorText(save.error, t).message}
            </p>
          )}
          <Button variant="default" onClick={discard}>
            {t('parameters.discard')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {count > 0 ? t('parameters.saveCount', { count }) : t('parameters.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
