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
    <div className={classes.tools} role="search" aria-label={t('audit.filters')}>
      <TenantChoice of={state.of} onChange={onChange} />
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('audit.search')}
        placeholder={t('audit.search')}
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value }, true)}
      />
      <TextInput
        className={classes.person}
        type="search"
        aria-label={t('audit.person')}
        placeholder={t('audit.person')}
        maxLength={200}
        leftSection={<IconUser size={16} aria-hidden />}
        value={person}
        onChange={({ currentTarget }) => onChange({ person: currentTarget.value }, true)}
      />
      <NativeSelect
        aria-label={t('audit.range')}
        value={range}
        data={AUDIT_RANGES.map((value) => ({ value, label: t(`audit.ranges.${value}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ range: AUDIT_RANGES.find((one) => one === currentTarget.value) ?? 'month' })
        }
      />
      {range === 'days' &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            aria-label={t(`audit.${end}`)}
            value={(end === 'from' ? from : to) ?? ''}
            onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value || null })}
          />
        ))}
      <NativeSelect
        aria-label={t('audit.group')}
        value={group ?? ''}
        data={[
          { value: '', label: t('audit.allGroups') },
          ...AUDIT_GROUPS.map((value) => ({ value, label: t(`audit.groups.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ group: AUDIT_GROUPS.find((one) => one === currentTarget.value) ?? null })
        }
      />
      <NativeSelect
        aria-label={t('audit.columns.outcome')}
        value={outcome ?? ''}
        data={[
          { value: '', label: t('audit.allOutcomes') },
          ...AUDIT_OUTCOMES.map((value) => ({ value, label: t(`audit.outcomes.${value}`) })),
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
      aria-label={t('audit.of')}
      value={of ?? session.tenant?.id ?? 'global'}
      data={[
        { value: 'global', label: t('audit.ofGlobal') },
        ...session.tenants.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => onChange({ of: currentTarget.value })}
    />
  );
}
