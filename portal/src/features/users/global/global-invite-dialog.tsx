import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import type { Language } from '@rise/contract';
import { type GlobalRole, INVITATION_DAYS } from '@rise/contract/people';
import { useFocusReturn } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftNotice } from '../../../embedding/draft-notice.tsx';
import { type ShownOnce, useShownOnce } from '../../../embedding/use-shown-once.ts';
import { useFormDraft } from '../../../session/use-form-draft.ts';
import { ADDRESS, Invited, MAIL_LANGUAGES } from '../invite-dialog.tsx';
import { problemText } from '../problem-text.ts';
import { GlobalRoleFields } from './global-role-fields.tsx';
import { useInviteGlobally } from './global-users.queries.ts';
import classes from '../users.module.css';

/** Invites someone to a global role by mail. */
export default function GlobalInviteDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn(true);
  const { t } = useTranslation();
  const shownOnce = useShownOnce(onClose);
  return (
    <Modal
      opened
      centered
      size="lg"
      onClose={shownOnce.close}
      title={t('users.invite.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <InviteForm shownOnce={shownOnce} />
    </Modal>
  );
}

const emptyForm = (language: string): { email: string; language: Language; roles: GlobalRole[] } => ({
  email: '',
  language: language === 'tr' ? 'tr' : 'en',
  roles: ['global.support'],
});

function InviteForm({ shownOnce }: { shownOnce: ShownOnce }) {
  const { t, i18n } = useTranslation();
  const invite = useInviteGlobally();
  const form = useFormDraft('global-invitation', () => emptyForm(i18n.language));
  const { email, language, roles } = form.values;
  const [submitted, setSubmitted] = useState(false);
  const isAddressWrong = !ADDRESS.test(email.trim());
  if (invite.data) return <Invited invitation={invite.data} shownOnce={shownOnce} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isAddressWrong && roles.length > 0)
      invite.mutate({ email: email.trim(), language, roles }, { onSuccess: form.forget });
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      {form.isRestored && <DraftNotice onDiscard={form.discard} />}
      <p className={classes.text}>{t('users.invite.help', { count: INVITATION_DAYS })}</p>
      <TextInput
        required
        data-autofocus
        type="email"
        label={t('users.invite.email')}
        maxLength={320}
        value={email}
        error={submitted && isAddressWrong ? t('users.invite.emailWrong') : null}
        onChange={({ currentTarget }) => form.change({ email: currentTarget.value })}
      />
      <NativeSelect
        label={t('users.invite.language')}
        description={t('users.invite.languageHelp')}
        value={language}
        onChange={({ currentTarget }) => form.change({ language: currentTarget.value === 'tr' ? 'tr' : 'en' })}
        data={[...MAIL_LANGUAGES]}
      />
      <GlobalRoleFields
        roles={roles}
        claimed={[]}
        error={submitted && roles.length === 0 ? t('users.global.roleless') : null}
        onChange={(next) => form.change({ roles: next })}
      />
      {invite.error && (
        <p role="alert" className={classes.error}>
          {problemText(invite.error, t)}
        </p>
      )}
      <div className={classes.end}>
        <Button variant="default" onClick={shownOnce.close}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={invite.isPending}>
          {t('users.invite.send')}
        </Button>
      </div>
    </form>
  );
}
