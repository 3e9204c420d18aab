import { Button, TextInput } from '@mantine/core';
import type { ManagedTenant } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { TENANT_SLUG } from '@rise/contract/tenant-words';
import { DetailDrawer } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useCreateTenant } from './tenants.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './tenants.module.css';

interface NewTenantProps {
  onClose: () => void;
  onCreated: (tenant: ManagedTenant) => void;
}

/** Creates an empty tenant. */
export function NewTenant({ onClose, onCreated }: NewTenantProps) {
  const { t } = useTranslation();
  const create = useCreateTenant();
  const [name, setName] = useState('');
  const [slug, setSlug] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const content = { name: name.trim(), slug: slug.trim() };
  const isSlug = TENANT_SLUG.test(content.slug);
  const isTaken = create.error instanceof ApiError && create.error.code === 'CONFLICT';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (content.name !== '' && isSlug) create.mutate(content, { onSuccess: onCreated });
  };
  return (
    <DetailDrawer opened onClose={onClose} title={t('tenantList.createTitle')}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <p className={classes.hint}>{t('tenantList.createHelp')}</p>
        <TextInput
          data-autofocus
          label={t('tenantList.name')}
          maxLength={200}
          value={name}
          error={submitted && content.name === '' ? t('tenantList.nameless') : null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={t('tenantList.slug')}
          description={t('tenantList.slugHelp')}
          maxLength={63}
          autoCapitalize="none"
          spellCheck={false}
          value={slug}
          error={submitted && !isSlug ? t('tenantList.slugWrong') : isTaken ? t('tenantList.slugTaken') : null}
          onChange={({ currentTarget }) => {
            setSlug(currentTarget.value);
            create.reset();
          }}
        />
        {create.error && !isTaken && (
          <p role="alert" className={cards.error}>
            {errorText(create.error, t).message}
          </p>
        )}
        <div>
          <Button type="submit" loading={create.isPending}>
            {t('tenantList.create')}
          </Button>
        </div>
      </form>
    </DetailDrawer>
  );
}
