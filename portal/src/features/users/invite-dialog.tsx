import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import type { Language, SentInvitation } from '@rise/contract';
import { INVITATION_DAYS } from '@rise/contract/people';
import { Notice, useFocusReturn } from '@rise/ui';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftNotice } from '../../embedding/draft-notice.tsx';
import { SecretField } from '../../embedding/secret-field.tsx';
import { type ShownOnce, useShownOnce } from '../../embedding/use-shown-once.ts';
import { useFormDraft } from '../../session/use-form-draft.ts';
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

const emptyForm = (language: string): { email: string; language: Language; draft: RightsDraft } => ({
  email: '',
  language: language === 'tr' ? 'tr' : 'en',
  draft: { roles: ['tenant.user'], groups: [], attributes: [] },
});

function InviteForm({ shownOnce }: { shownOnce: ShownOnce }) {
  const { t, i18n } = useTranslation();
  const invite = useInvite();
  const form = useFormDraft('invitation', () => emptyForm(i18n.language));
  const { email, language, draft } = form.values;
  const [submitted, setSubmitted] = useState(false);
  const issues = issuesOf(draft, { isRoleNeeded: true });
  const isAddressWrong = !ADDRESS.test(email.trim());
  if (invite.data) return <Invited invitation={invite.data} shownOnce={shownOnce} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isAddressWrong || !isFit(issues)) return;
    invite.mutate({ email: email.trim(), language, ...toChange(draft) }, { onSuccess: form.forget });
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
      <RightsFields
        draft={draft}
        claimed={NOTHING_CLAIMED}
        provisioned={[]}
        submitted={submitted}
        issues={issues}
        onChange={(next) => form.change({ draft: next })}
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

interface InvitedProps {
  invitation: SentInvitation;
  /** Of the dialog around it. */
  shownOnce: ShownOnce;
}

/** What was sent, or the link to pass on where no mail can be sent. */
export function Invited({ invitation: { email, link }, shownOnce }: InvitedProps) {
  const { t } = useTranslation();
  const show = useEffectEvent(shownOnce.show);
  useEffect(() => {
    if (link !== null) show();
  }, [link]);
  return (
    <div className={classes.form}>
      <div role="status">
        {link === null ? (
          <p className={classes.text}>{t('users.invite.sent', { email })}</p>
        ) : (
          <Notice tone="warning">{t('users.invite.noMail', { email })}</Notice>
        )}
      </div>
      {link !== null && <SecretField focused label={t('users.invite.link')} value={link} onCopied={shownOnce.take} />}
      <div className={classes.end}>
        <Button onClick={shownOnce.close}>{t('users.invite.done')}</Button>
      </div>
    </div>
  );
}
