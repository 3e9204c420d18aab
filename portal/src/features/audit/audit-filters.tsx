import { NativeSelect, TextInput } from '@mantine/core';
import { AUDIT_GROUPS, AUDIT_OUTCOMES } from '@rise/contract/audit-words';
import { useObservable } from '@rise/ui/observable';
import { IconSearch, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../../session/session.ts';
import { AUDIT_RANGES, type AuditState } from './audit.state.ts';
import classes from './audit.module.css';

export interface AuditFiltersProps {
  state: AuditState;
  /** `replace`: without an entry in the history, while someone types. */
  onChange: (next: Partial<AuditState>, replace?: boolean) => void;
}

export function AuditFilters({ state, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const { range, from, to, person, group, outcome, search } = state;
  return (
    <div className={classes.tools} role="search" aria-label={t('auditTrail.filters')}>
      <TenantChoice of={state.of} onChange={onChange} />
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('auditTrail.search')}
        placeholder={t('auditTrail.search')}
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value }, true)}
      />
      <TextInput
        className={classes.person}
        type="search"
        aria-label={t('auditTrail.person')}
        placeholder={t('auditTrail.person')}
        maxLength={200}
        leftSection={<IconUser size={16} aria-hidden />}
        value={person}
        onChange={({ currentTarget }) => onChange({ person: currentTarget.value }, true)}
      />
      <NativeSelect
        aria-label={t('auditTrail.range')}
        value={range}
        data={AUDIT_RANGES.map((value) => ({ value, label: t(`auditTrail.ranges.${value}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ range: AUDIT_RANGES.find((one) => one === currentTarget.value) ?? 'month' })
        }
      />
      {range === 'days' &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            aria-label={t(`auditTrail.days.${end}`)}
            value={(end === 'from' ? from : to) ?? ''}
            onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value || null })}
          />
        ))}
      <NativeSelect
        aria-label={t('auditTrail.group')}
        value={group ?? ''}
        data={[
          { value: '', label: t('auditTrail.allGroups') },
          ...AUDIT_GROUPS.map((value) => ({ value, label: t(`auditTrail.groups.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ group: AUDIT_GROUPS.find((one) => one === currentTarget.value) ?? null })
        }
      />
      <NativeSelect
        aria-label={t('auditTrail.columns.outcome')}
        value={outcome ?? ''}
        data={[
          { value: '', label: t('auditTrail.allOutcomes') },
          ...AUDIT_OUTCOMES.map((value) => ({ value, label: t(`auditTrail.outcomes.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ outcome: AUDIT_OUTCOMES.find((one) => one === currentTarget.value) ?? null })
        }
      />
    </div>
  );
}

/** Whose records, for those above the tenants. */
function TenantChoice({ of, onChange }: { of: string | null; onChange: AuditFiltersProps['onChange'] }) {
  const { t } = useTranslation();
  const session = useObservable(currentSession);
  if (session?.kind !== 'global') return null;
  return (
    <NativeSelect
      aria-label={t('auditTrail.of')}
      value={of ?? session.tenant?.id ?? 'global'}
      data={[
        { value: 'global', label: t('auditTrail.ofGlobal') },
        ...session.tenants.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => onChange({ of: currentTarget.value })}
    />
  );
}
