import { NativeSelect } from '@mantine/core';
import type { TenantDomain } from '@rise/contract';
import { JOIN_RULES } from '@rise/contract/domain-words';
import { TENANT_ROLES } from '@rise/contract/people';
import { Notice } from '@rise/ui';
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

/** Who joins by a domain, and with which role. A choice is stored at once. */
export function JoiningFields({ domain, onDone }: JoiningFieldsProps) {
  const { t } = useTranslation();
  const change = useChangeJoining(domain.id);
  // What is chosen is shown while it is stored.
  const { joinRule, role } = { ...domain, ...(change.isPending ? change.variables : {}) };
  const save = (next: Parameters<typeof change.mutate>[0]) =>
    change.mutate(next, { onSuccess: () => onDone(t('domains.joiningSaved', { domain: domain.title })) });
  return (
    <>
      <div className={classes.joining}>
        <NativeSelect
          label={t('domains.joining', { domain: domain.title })}
          value={joinRule}
          data={JOIN_RULES.map((value) => ({ value, label: t(RULE_NAMES[value]) }))}
          onChange={({ currentTarget }) => {
            const rule = JOIN_RULES.find((one) => one === currentTarget.value);
            if (rule) save({ joinRule: rule });
          }}
        />
        {joinRule !== 'invitation' && (
          <NativeSelect
            label={t('domains.role')}
            value={role}
            data={TENANT_ROLES.map((value) => ({ value, label: t(ROLE_NAMES[value]) }))}
            onChange={({ currentTarget }) => {
              const chosen = TENANT_ROLES.find((one) => one === currentTarget.value);
              if (chosen) save({ role: chosen });
            }}
          />
        )}
      </div>
      {change.error && (
        <p role="alert" className={cards.error}>
          {problemText(change.error, t)}
        </p>
      )}
      {joinRule === 'automatic' && role === 'tenant.admin' && (
        <Notice tone="warning">{t('domains.adminWarning', { domain: domain.title })}</Notice>
      )}
    </>
  );
}
