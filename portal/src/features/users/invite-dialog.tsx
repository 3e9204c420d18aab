import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import type { Language, SentInvitation } from '@rise/contract';
import { INVITATION_DAYS } from '@rise/contract/people';
import { Notice, useFocusReturn } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretField } from '../../embedding/secret-field.tsx';
import { problemText } from './problem-text.ts';
import { isFit, issuesOf, NOTHING_CLAIMED, type RightsDraft, toChange } from './rights-draft.ts';
import { RightsFields } from './rights-fields.tsx';
import { useInvite } from './users.queries.ts';
import classes from './users.module.css';

export const ADDRESS = /^\S+@\S+\.\S+$/;
export const MAIL_LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'tr', label: 'Türkçe' },
] as const;

/** Invites someone by mail. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn(true);
  const { t } = useTranslation();
  return (
    <Modal
      opened
      centered
      size="lg"
      onClose={onClose}
      title={t('users.invite.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <InviteForm onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const invite = useInvite();
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState<Language>(i18n.language === 'tr' ? 'tr' : 'en');
  const [draft, setDraft] = useState<RightsDraft>({ roles: ['tenant.user'], groups: [], attributes: [] });
  const [submitted, setSubmitted] = useState(false);
  const issues = issuesOf(draft, { isRoleNeeded: true });
  const isAddressWrong = !ADDRESS.test(email.trim());
  if (invite.data) return <Invited invitation={invite.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isAddressWrong && isFit(issues)) invite.mutate({ email: email.trim(), language, ...toChange(draft) });
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <p className={classes.text}>{t('users.invite.help', { count: INVITATION_DAYS })}</p>
      <TextInput
        required
        data-autofocus
        type="email"
        label={t('users.invite.email')}
        maxLength={320}
        value={email}
        error={submitted && isAddressWrong ? t('users.invite.emailWrong') : null}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <NativeSelect
        label={t('users.invite.language')}
        description={t('users.invite.languageHelp')}
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'tr' ? 'tr' : 'en')}
        data={[...MAIL_LANGUAGES]}
      />
      <RightsFields
        draft={draft}
        claimed={NOTHING_CLAIMED}
        provisioned={[]}
        submitted={submitted}
        issues={issues}
        onChange={setDraft}
      />
      {invite.error && (
        <p role="alert" className={classes.error}>
          {problemText(invite.error, t)}
        </p>
      )}
      <div className={classes.end}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={invite.isPending}>
          {t('users.invite.send')}
        </Button>
      </div>
    </form>
  );
}

/** What was sent, or the link to pass on where no mail can be sent. */
export function Invited({ invitation: { email, link }, onClose }: { invitation: SentInvitation; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.form}>
      <div role="status">
        {link === null ? (
          <p className={classes.text}>{t('users.invite.sent', { email })}</p>
        ) : (
          <Notice tone="warning">{t('users.invite.noMail', { email })}</Notice>
        )}
      </div>
      {link !== null && <SecretField focused label={t('users.invite.link')} value={link} />}
      <div className={classes.end}>
        <Button onClick={onClose}>{t('users.invite.done')}</Button>
      </div>
    </div>
  );
}
