import { Button } from '@mantine/core';
import type { GlobalPerson } from '@rise/contract';
import { DetailDrawer, DetailList, DetailSection, ErrorState, StatusPill, TextSkeleton, useConfirm } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { formatMoment } from '../../../dates/moments.ts';
import { STATE_TONES } from '../person-words.ts';
import { problemText } from '../problem-text.ts';
import { GlobalRoleFields } from './global-role-fields.tsx';
import { globalUserQuery, useGiveRoles, useSetAccountEnabled } from './global-users.queries.ts';
import classes from '../users.module.css';

/** Everything about one person above the tenants, and what can be done. */
export default function GlobalPersonDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const found = useQuery(globalUserQuery(id));
  const person = found.data;
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={person ? person.name || person.email : t('users.details')}
      {...(person && person.name !== '' ? { subtitle: person.email } : {})}
    >
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : person ? (
        <Details person={person} />
      ) : (
        <TextSkeleton lines={8} />
      )}
    </DetailDrawer>
  );
}

function Details({ person }: { person: GlobalPerson }) {
  const { t, i18n } = useTranslation();
  const { state, since, lastSeenAt, tenants } = person;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  return (
    <>
      <DetailSection title={t('users.facts.title')}>
        <DetailList
          items={[
            {
              name: t('users.columns.state'),
              value: <StatusPill tone={STATE_TONES[state]}>{t(`users.states.${state}`)}</StatusPill>,
            },
            { name: t('users.global.since'), value: moment(since) },
            { name: t('users.columns.seen'), value: lastSeenAt === null ? t('users.neverSeen') : moment(lastSeenAt) },
            {
              name: t('users.global.tenants'),
              value: tenants.map(({ name }) => name).join(', ') || t('users.global.noTenants'),
            },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('users.global.roles')}>
        {/* Mounted again where the stored roles have changed. */}
        <RolesForm key={person.granted.join(' ')} person={person} />
      </DetailSection>
      <Access person={person} />
    </>
  );
}

function RolesForm({ person: { id, claimed, granted, isSelf } }: { person: GlobalPerson }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const save = useGiveRoles(id);
  const [roles, setRoles] = useState(granted);
  const isChanged = roles.length !== granted.length || roles.some((role) => !granted.includes(role));
  const losesOwn =
    isSelf && granted.includes('global.admin') && !roles.includes('global.admin') && !claimed.includes('global.admin');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (losesOwn) {
      // The person cannot take this role back by themselves.
      const answer = await confirm({
        title: t('users.global.giveUpTitle'),
        message: t('users.global.giveUpText'),
        actions: { confirm: { label: t('users.global.giveUp') }, cancel: { label: t('common.cancel') } },
      });
      if (answer !== 'confirmed') return;
    }
    save.mutate(roles);
  };
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <GlobalRoleFields roles={roles} claimed={claimed} onChange={setRoles} />
      {save.error && (
        <p role="alert" className={classes.error}>
          {problemText(save.error, t)}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" size="sm" disabled={!isChanged} loading={save.isPending}>
          {t('users.global.save')}
        </Button>
        {!isChanged && <p className={classes.hint}>{t('common.unchanged')}</p>}
      </div>
    </form>
  );
}

function Access({ person: { id, name, email, state, isSelf, isLastAdministrator } }: { person: GlobalPerson }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const setEnabled = useSetAccountEnabled(id);
  const disable = async () => {
    const answer = await confirm({
      title: t('users.access.disableTitle', { name: name || email }),
      message: t('users.global.disableText'),
      actions: { confirm: { label: t('users.access.disable') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') setEnabled.mutate(false);
  };
  const blocked = isSelf
    ? t('users.problems.self')
    : isLastAdministrator
      ? t('users.problems.last-global-administrator')
      : null;
  return (
    <DetailSection title={t('users.access.title')}>
      <p className={classes.text}>{blocked ?? t(`users.global.access.${state}`)}</p>
      {setEnabled.error && (
        <p role="alert" className={classes.error}>
          {problemText(setEnabled.error, t)}
        </p>
      )}
      {blocked === null && (
        <div className={classes.actions}>
          {state === 'active' ? (
            <Button variant="default" size="sm" loading={setEnabled.isPending} onClick={() => void disable()}>
              {t('users.access.disable')}
            </Button>
          ) : (
            <Button variant="default" size="sm" loading={setEnabled.isPending} onClick={() => setEnabled.mutate(true)}>
              {t('users.access.enable')}
            </Button>
          )}
        </div>
      )}
    </DetailSection>
  );
}
