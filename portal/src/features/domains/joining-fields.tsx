import { Button, NativeSelect } from '@mantine/core';
import type { JoinRule, TenantDomain, TenantRole } from '@rise/contract';
import { JOIN_RULES } from '@rise/contract/domain-words';
import { TENANT_ROLES } from '@rise/contract/people';
import { Notice } from '@rise/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { problemText, RULE_NAMES } from './domain-words.ts';
import { useChangeJoining } from './domains.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './domains.module.css';

interface JoiningFieldsProps {
  domain: TenantDomain;
  onDone: (message: string) => void;
}

/** Who joins by a domain, and with which role; stored by a button, so that a warning comes first. */
export function JoiningFields({ domain, onDone }: JoiningFieldsProps) {
  const { t } = useTranslation();
  const change = useChangeJoining(domain.id);
  const [draft, setDraft] = useState<{ joinRule?: JoinRule; role?: TenantRole }>({});
  const rule = useRef<HTMLSelectElement>(null);
  const { joinRule, role } = { ...domain, ...draft };
  const isChanged = joinRule !== domain.joinRule || role !== domain.role;
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(draft, {
      onSuccess: () => {
        setDraft({});
        onDone(t('domains.joiningSaved', { domain: domain.title }));
        // The button is gone.
        rule.current?.focus();
      },
    });
  };
  return (
    <form className={classes.joiningForm} onSubmit={save}>
      <div className={classes.joining}>
        <NativeSelect
          ref={rule}
          label={t('domains.joining', { domain: domain.title })}
          value={joinRule}
          data={JOIN_RULES.map((value) => ({ value, label: t(RULE_NAMES[value]) }))}
          onChange={({ currentTarget }) => {
            const chosen = JOIN_RULES.find((one) => one === currentTarget.value);
            if (chosen) setDraft({ ...draft, joinRule: chosen });
          }}
        />
        {joinRule !== 'invitation' && (
          <NativeSelect
            label={t('domains.role')}
            value={role}
            data={TENANT_ROLES.map((value) => ({ value, label: t(ROLE_NAMES[value]) }))}
            onChange={({ currentTarget }) => {
              const chosen = TENANT_ROLES.find((one) => one === currentTarget.value);
              if (chosen) setDraft({ ...draft, role: chosen });
            }}
          />
        )}
      </div>
      {joinRule === 'automatic' && role === 'tenant.admin' && (
        <Notice tone="warning">{t('domains.adminWarning', { domain: domain.title })}</Notice>
      )}
      {change.error && (
        <p role="alert" className={cards.error}>
          {problemText(change.error, t)}
        </p>
      )}
      {(isChanged || change.isPending) && (
        <div>
          <Button type="submit" size="sm" loading={change.isPending}>
            {t('domains.saveJoining')}
          </Button>
        </div>
      )}
    </form>
  );
}
