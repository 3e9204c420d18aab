import { Button } from '@mantine/core';
import type { TenantPerson } from '@rise/contract';
import { DetailDrawer, DetailList, DetailSection, ErrorState, StatusPill, TextSkeleton, useConfirm } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../routing/use-open.ts';
import { useSession } from '../../session/session.ts';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { STATE_TONES } from './person-words.ts';
import { problemText } from './problem-text.ts';
import RemoveDialog from './remove-dialog.tsx';
import { isFit, issuesOf, toChange, toDraft } from './rights-draft.ts';
import { RightsFields } from './rights-fields.tsx';
import { RowRulesSection } from './row-rules-section.tsx';
import { ViewAsSection } from './view-as-section.tsx';
import { useChangeRights, userQuery, useSetEnabled } from './users.queries.ts';
import classes from './users.module.css';

/** Everything about one member, and what can be done. */
export default function PersonDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const found = useQuery(userQuery(id));
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
        <Details person={person} onClose={onClose} />
      ) : (
        <TextSkeleton lines={8} />
      )}
    </DetailDrawer>
  );
}

function Details({ person, onClose }: { person: TenantPerson; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { permissions } = useSession();
  const { state, sources, since, lastSeenAt, owned, isSelf } = person;
  const canView = permissions.includes('query.view-as') && state === 'active' && !isSelf;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  const owns = (['subscriptions', 'alerts', 'queries', 'copies', 'workspaces'] as const)
    .filter((kind) => owned[kind] > 0)
    .map((kind) => t(`users.owned.${kind}`, { count: owned[kind] }));
  return (
    <>
      <DetailSection title={t('users.facts.title')}>
        <DetailList
          items={[
            {
              name: t('users.columns.state'),
              value: <StatusPill tone={STATE_TONES[state]}>{t(`users.states.${state}`)}</StatusPill>,
            },
            {
              name: t('users.facts.source'),
              value: sources.map((source) => t(`users.sources.${source}`)).join(', ') || t('users.sources.none'),
            },
            { name: t('users.facts.since'), value: moment(since) },
            { name: t('users.columns.seen'), value: lastSeenAt === null ? t('users.neverSeen') : moment(lastSeenAt) },
            { name: t('users.facts.owns'), value: owns.join(', ') || t('users.owned.nothing') },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('users.rights.title')}>
        {/* Mounted again where the stored rights have changed. */}
        <RightsForm key={JSON.stringify([person.granted, person.provisioned])} person={person} />
      </DetailSection>
      <RowRulesSection id={person.id} />
      {canView && <ViewAsSection person={person} />}
      <Access person={person} onClose={onClose} />
    </>
  );
}

function RightsForm({ person }: { person: TenantPerson }) {
  const { t } = useTranslation();
  const save = useChangeRights(person.id);
  const [draft, setDraft] = useState(() => toDraft(person.granted));
  const [submitted, setSubmitted] = useState(false);
  const issues = issuesOf(draft, {
    isRoleNeeded: !person.sources.includes('claim') && person.provisioned.length === 0,
  });
  const isChanged = JSON.stringify(toChange(draft)) !== JSON.stringify(toChange(toDraft(person.granted)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isFit(issues)) save.mutate(toChange(draft));
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <RightsFields
        draft={draft}
        claimed={person.claimed}
        provisioned={person.provisioned}
        submitted={submitted}
        issues={issues}
        onChange={setDraft}
      />
      {save.error && (
        <p role="alert" className={classes.error}>
          {problemText(save.error, t)}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" size="sm" disabled={!isChanged} loading={save.isPending}>
          {t('users.rights.save')}
        </Button>
        {!isChanged && <p className={classes.hint}>{t('common.unchanged')}</p>}
      </div>
    </form>
  );
}

/** Whether the person may enter: disabling can be undone, removing cannot. */
function Access({ person, onClose }: { person: TenantPerson; onClose: () => void }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const setEnabled = useSetEnabled(person.id);
  const [isRemoving, setIsRemoving] = useOpen(false);
  const { state, isSelf, isLastAdministrator } = person;
  const name = person.name || person.email;
  const disable = async () => {
    const answer = await confirm({
      title: t('users.access.disableTitle', { name }),
      message: t('users.access.disableText'),
      actions: { confirm: { label: t('users.access.disable') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') setEnabled.mutate(false);
  };
  const blocked = isSelf
    ? t('users.problems.self')
    : isLastAdministrator
      ? t('users.problems.last-administrator')
      : null;
  return (
    <DetailSection title={t('users.access.title')}>
      <p className={classes.text}>{blocked ?? t(`users.access.${state}`)}</p>
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
          <Button variant="subtle" size="sm" color="negative" onClick={() => setIsRemoving(true)}>
            {t('users.access.remove')}
          </Button>
        </div>
      )}
      {isRemoving && <RemoveDialog person={person} onRemoved={onClose} onClose={() => setIsRemoving(false)} />}
    </DetailSection>
  );
}
