import { ActionIcon, NativeSelect } from '@mantine/core';
import type { Candidate, MemberKey, Workspace, WorkspaceRole } from '@rise/contract';
import { createWordMatcher } from '@rise/contract/fold';
import { WORKSPACE_ROLES } from '@rise/contract/workspace-words';
import { ErrorState, ListSkeleton, SearchSelect } from '@rise/ui';
import { IconUser, IconUsers, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { membersQuery, useGrant, useRevoke } from './settings.queries.ts';
import classes from './settings.module.css';

const keyOf = (who: Candidate): MemberKey =>
  who.kind === 'person' ? { kind: 'person', account: who.account } : { kind: 'group', group: who.group };
const valueOf = (who: Candidate): string => JSON.stringify(keyOf(who));
const textOf = (who: Candidate): string => (who.kind === 'person' ? `${who.name} ${who.email}` : who.group);
const MOST_OPTIONS = 50;

/** Who has a role of their own in a workspace. */
export function MemberList({ workspace: { id } }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const { data, error, isError, refetch } = useQuery(membersQuery(id));
  const grant = useGrant(id);
  const revoke = useRevoke(id);
  if (isError) return <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} />;
  const { members, candidates } = data;
  const failed = grant.error ?? revoke.error;
  return (
    <div className={classes.access}>
      <p className={classes.hint}>{t('workspaces.access.roles')}</p>
      <AddMember
        candidates={candidates.filter((who) => !members.some((member) => valueOf(member.who) === valueOf(who)))}
        onAdd={(who) => grant.mutate({ who, role: 'view' })}
      />
      {failed && (
        <p role="alert" className={classes.error}>
          {errorText(failed, t).message}
        </p>
      )}
      {members.length > 0 && (
        <ul className={classes.members}>
          {members.map(({ id: member, who, role }) => (
            <li key={member} className={classes.member}>
              {who.kind === 'person' ? <IconUser size={18} aria-hidden /> : <IconUsers size={18} aria-hidden />}
              <Who who={who} />
              <NativeSelect
                size="xs"
                aria-label={t('workspaces.access.roleOf', { name: nameOf(who) })}
                value={role}
                data={WORKSPACE_ROLES.map((value) => ({ value, label: t(`workspaces.roles.${value}`) }))}
                onChange={({ currentTarget }) =>
                  grant.mutate({ who: keyOf(who), role: currentTarget.value as WorkspaceRole })
                }
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('workspaces.access.remove', { name: nameOf(who) })}
                onClick={() => revoke.mutate(member)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const nameOf = (who: Candidate) => (who.kind === 'person' ? who.name : who.group);

function Who({ who }: { who: Candidate }) {
  const { t } = useTranslation();
  return (
    <div className={classes.who}>
      <span className={classes.whoName}>{nameOf(who)}</span>
      <span className={classes.hint}>
        {who.kind === 'person' ? who.email : t('workspaces.access.people', { count: who.people })}
      </span>
    </div>
  );
}

/** Finds people and groups; a group that is new to the portal is added by its name. */
function AddMember({ candidates, onAdd }: { candidates: readonly Candidate[]; onAdd: (who: MemberKey) => void }) {
  const { t } = useTranslation();
  const search = async (query: string) => {
    const matches = createWordMatcher(query);
    const options = candidates
      .filter((who) => matches(textOf(who)))
      .slice(0, MOST_OPTIONS)
      .map((who) => ({
        value: valueOf(who),
        title: nameOf(who),
        detail: who.kind === 'person' ? who.email : t('workspaces.access.people', { count: who.people }),
      }));
    const group = query.trim();
    const isKnown = candidates.some((who) => who.kind === 'group' && who.group === group);
    // An address is that of a person, who does not belong to the tenant if nothing is found.
    if (group === '' || isKnown || group.includes('@')) return options;
    const added = { value: JSON.stringify({ kind: 'group', group }), title: t('workspaces.access.group', { group }) };
    return [...options, added];
  };
  return (
    <SearchSelect
      label={t('workspaces.access.add')}
      placeholder={t('workspaces.access.find')}
      onSearch={search}
      onChange={({ value }) => onAdd(JSON.parse(value) as MemberKey)}
    />
  );
}
