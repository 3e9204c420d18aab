import { Button, TextInput } from '@mantine/core';
import { ListSkeleton, Notice, useConfirm } from '@rise/ui';
import { ApiError } from '@rise/contract/client';
import { type FormEvent, useRef, useState } from 'react';
import { useDemoCall, useDemoQuery } from '../../../client/queries.ts';
import { logError } from '@rise/ui/log';
import { QueryContent } from '../../../components/query-content.tsx';
import { isEmail } from '../form/validation.ts';
import { useSettingsTexts } from '../settings.texts.ts';
import { type Member, MemberRow } from './member-row.tsx';
import { type Role, RoleSelect } from './role-select.tsx';
import classes from './team.module.css';

interface Outcome {
  readonly tone: 'positive' | 'negative';
  readonly text: string;
}

/** Team members and their roles. Changes are saved immediately. */
export function TeamPanel() {
  const t = useSettingsTexts();
  const confirm = useConfirm();
  const team = useDemoQuery('settings', 'GET /api/pages/settings/team');
  const change = useDemoCall('PATCH /api/pages/settings/team/member');
  const remove = useDemoCall('DELETE /api/pages/settings/team/member');
  const heading = useRef<HTMLHeadingElement>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const report = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      setOutcome({ tone: 'positive', text: done });
    } catch (error) {
      logError('A change of the team was not saved.', error);
      setOutcome({ tone: 'negative', text: t('notSaved') });
    }
  };
  const give = (member: Member, role: Role) =>
    report(
      () => change.mutateAsync({ body: { id: member.id, member: { role } } }),
      t('roleSaved', { name: member.name ?? member.email }),
    );
  const takeOut = async (member: Member) => {
    const name = member.name ?? member.email;
    const answer = await confirm({
      title: t('removeTitle', { name }),
      message: t('removeText'),
      actions: { confirm: { label: t('remove'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer !== 'confirmed') return;
    await report(() => remove.mutateAsync({ query: { id: member.id } }), t('removed', { name }));
    // The focused button has been removed.
    heading.current?.focus();
  };
  return (
    <div className={classes['card']}>
      <Invite onInvited={(email) => setOutcome({ tone: 'positive', text: t('invited', { email }) })} />
      <div className={classes['outcome']}>{outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}</div>
      <h3 ref={heading} tabIndex={-1} className={classes['title']}>
        {t('members', { count: team.data?.length ?? 0 })}
      </h3>
      <QueryContent query={team} fallback={<ListSkeleton rows={6} />}>
        {(members) => (
          <ul className={classes['members']}>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onRole={(role) => void give(member, role)}
                onRemove={() => void takeOut(member)}
              />
            ))}
          </ul>
        )}
      </QueryContent>
    </div>
  );
}

function Invite({ onInvited }: { onInvited: (email: string) => void }) {
  const t = useSettingsTexts();
  const invite = useDemoCall('POST /api/pages/settings/team/member');
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('read');
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const issue = refused ?? (tried && !isEmail(email) ? t('emailWrong') : null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    setTried(true);
    field.current?.focus();
    if (!isEmail(email)) return;
    try {
      const address = email.trim();
      await invite.mutateAsync({ body: { member: { email: address, role } } });
      setEmail('');
      setTried(false);
      onInvited(address);
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 400;
      setRefused(isTaken ? t('memberAlready') : t('notSaved'));
    }
  };
  return (
    <form noValidate className={classes['invite']} onSubmit={(event) => void send(event)}>
      <TextInput
        ref={field}
        className={classes['address']!}
        label={t('inviteLabel')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t('inviteExample')}
        value={email}
        error={issue}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setRefused(null);
        }}
      />
      <RoleSelect label={t('role')} visibleLabel value={role} onChange={setRole} />
      <Button type="submit" loading={invite.isPending} className={classes['send']!}>
        {t('invite')}
      </Button>
    </form>
  );
}
