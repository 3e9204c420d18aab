import { Button } from '@mantine/core';
import type { Language } from '@rise/contract';
import { Notice } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { SecretField } from '../../embedding/secret-field.tsx';
import type { ShownOnce } from '../../embedding/use-shown-once.ts';
import { AdministratorFields, isAddress } from './administrator-fields.tsx';
import { useInviteAdministrator } from './tenants.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './tenants.module.css';

/** Invites an administrator to a tenant that has none, or sends the invitation of the same address again. */
export function TenantAdministrator({ id, shownOnce }: { id: string; shownOnce: ShownOnce }) {
  const { t, i18n } = useTranslation();
  const invite = useInviteAdministrator(id);
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState<Language>(i18n.language === 'tr' ? 'tr' : 'en');
  const [submitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isAddress(email)) return;
    invite.mutate({ email: email.trim(), language }, { onSuccess: ({ link }) => link !== null && shownOnce.show() });
  };
  const sent = invite.data;
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <p className={classes.hint}>{t('tenantList.administrator.none')}</p>
      <AdministratorFields
        email={email}
        language={language}
        isWrong={submitted && !isAddress(email)}
        help={t('tenantList.administrator.againHelp')}
        onChange={(next) => {
          if (next.email !== undefined) setEmail(next.email);
          if (next.language !== undefined) setLanguage(next.language);
          invite.reset();
        }}
      />
      {invite.error && (
        <p role="alert" className={cards.error}>
          {errorText(invite.error, t).message}
        </p>
      )}
      <div>
        <Button type="submit" variant="default" loading={invite.isPending}>
          {t('tenantList.administrator.invite')}
        </Button>
      </div>
      <div role="status">
        {sent &&
          (sent.link === null ? (
            <p className={classes.hint}>{t('tenantList.administrator.sent', { email: sent.email })}</p>
          ) : (
            <Notice tone="warning">{t('tenantList.administrator.noMail', { email: sent.email })}</Notice>
          ))}
      </div>
      {sent?.link && (
        <SecretField label={t('tenantList.administrator.link')} value={sent.link} onCopied={shownOnce.take} />
      )}
    </form>
  );
}
