import { Button } from '@mantine/core';
import type { ListedPerson, SentInvitation } from '@rise/contract';
import { DetailDrawer, DetailList, DetailSection, StatusPill, useConfirm } from '@rise/ui';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../dates/moments.ts';
import { useShownOnce } from '../../embedding/use-shown-once.ts';
import { Invited } from './invite-dialog.tsx';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { STATE_TONES } from './person-words.ts';
import { problemText } from './problem-text.ts';
import { useResend, useRevoke } from './users.queries.ts';
import classes from './users.module.css';

interface InvitationDrawerProps {
  invitation: ListedPerson;
  onClose: () => void;
}

/** An open invitation to the tenant. */
export default function InvitationDrawer({ invitation, onClose }: InvitationDrawerProps) {
  const resend = useResend(invitation.id);
  const revoke = useRevoke(invitation.id);
  return <InvitationDetails invitation={invitation} resend={resend} revoke={revoke} onClose={onClose} />;
}

interface InvitationDetailsProps {
  invitation: Omit<ListedPerson, 'groups'> & { groups?: string[] };
  resend: UseMutationResult<SentInvitation, Error, void>;
  revoke: UseMutationResult<unknown, Error, void>;
  onClose: () => void;
}

/** An open invitation, which can be sent again or revoked. */
export function InvitationDetails({ invitation, resend, revoke, onClose }: InvitationDetailsProps) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const shownOnce = useShownOnce(onClose);
  const { email, state, roles, groups = [], since, expiresAt, invitedBy } = invitation;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  const confirmRevoke = async () => {
    const answer = await confirm({
      title: t('users.invitation.revokeTitle', { email }),
      message: t('users.invitation.revokeText'),
      actions: { confirm: { label: t('users.invitation.revoke') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') revoke.mutate(undefined, { onSuccess: onClose });
  };
  const error = resend.error ?? revoke.error;
  return (
    <DetailDrawer opened onClose={shownOnce.close} title={email} subtitle={t('users.invitation.title')}>
      <DetailSection title={t('users.facts.title')}>
        <DetailList
          items={[
            {
              name: t('users.columns.state'),
              value: <StatusPill tone={STATE_TONES[state]}>{t(`users.states.${state}`)}</StatusPill>,
            },
            { name: t('users.columns.roles'), value: roles.map((role) => t(ROLE_NAMES[role])).join(', ') },
            ...(groups.length > 0 ? [{ name: t('users.columns.groups'), value: groups.join(', ') }] : []),
            { name: t('users.invitation.sent'), value: moment(since) },
            ...(expiresAt === null ? [] : [{ name: t('users.invitation.expires'), value: moment(expiresAt) }]),
            ...(invitedBy === null ? [] : [{ name: t('users.invitation.by'), value: invitedBy }]),
          ]}
        />
      </DetailSection>
      <DetailSection title={t('users.access.title')}>
        <p className={classes.text}>{t('users.invitation.help')}</p>
        {error && (
          <p role="alert" className={classes.error}>
            {problemText(error, t)}
          </p>
        )}
        {resend.data ? (
          <Invited invitation={resend.data} shownOnce={shownOnce} />
        ) : (
          <div className={classes.actions}>
            <Button variant="default" size="sm" loading={resend.isPending} onClick={() => resend.mutate()}>
              {t('users.invitation.resend')}
            </Button>
            <Button
              variant="subtle"
              size="sm"
              color="negative"
              loading={revoke.isPending}
              onClick={() => void confirmRevoke()}
            >
              {t('users.invitation.revoke')}
            </Button>
          </div>
        )}
      </DetailSection>
    </DetailDrawer>
  );
}
