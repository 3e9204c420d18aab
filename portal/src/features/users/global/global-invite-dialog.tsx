import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import type { Language } from '@rise/contract';
import { type GlobalRole, INVITATION_DAYS } from '@rise/contract/people';
import { useFocusReturn } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ADDRESS, Invited, MAIL_LANGUAGES } from '../invite-dialog.tsx';
import { problemText } from '../problem-text.ts';
import { GlobalRoleFields } from './global-role-fields.tsx';
import { useInviteGlobally } from './global-users.queries.ts';
import classes from '../users.module.css';

/** Invites someone to a global role by mail. */
export default function GlobalInviteDialog({ onClose }: { onClose: () => void }) {
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
  const invite = useInviteGlobally();
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState<Language>(i18n.language === 'tr' ? 'tr' : 'en');
  const [roles, setRoles] = useState<GlobalRole[]>(['global.support']);
  const [submitted, setSubmitted] = useState(false);
  const isAddressWrong = !ADDRESS.test(email.trim());
  if (invite.data) return <Invited invitation={invite.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isAddressWrong && roles.length > 0) invite.mutate({ email: email.trim(), language, roles });
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
      <GlobalRoleFields
        roles={roles}
        claimed={[]}
        error={submitted && roles.length === 0 ? t('users.global.roleless') : null}
        onChange={setRoles}
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
