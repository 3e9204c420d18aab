import { Select } from '@mantine/core';
import type { CallResult } from '../../../client/client.ts';
import { useSettingsTexts } from '../settings.texts.ts';
import classes from './team.module.css';

export type Role = CallResult<'GET /api/pages/settings/team'>[number]['role'];

const ROLES = [
  { value: 'read', label: 'read', text: 'readText' },
  { value: 'write', label: 'write', text: 'writeText' },
  { value: 'admin', label: 'admin', text: 'adminText' },
] as const satisfies readonly { value: Role; label: string; text: string }[];

interface RoleSelectProps {
  label: string;
  visibleLabel?: boolean;
  value: Role;
  onChange: (role: Role) => void;
}

/** A select of roles with descriptions. */
export function RoleSelect({ label, visibleLabel = false, value, onChange }: RoleSelectProps) {
  const t = useSettingsTexts();
  return (
    <Select
      className={classes['role']!}
      {...(visibleLabel ? { label } : { 'aria-label': label })}
      data={ROLES.map((role) => ({ value: role.value, label: t(role.label) }))}
      value={value}
      allowDeselect={false}
      comboboxProps={{ width: 280, position: 'bottom-end' }}
      renderOption={({ option }) => (
        <span>
          <span className={classes['option']}>{option.label}</span>
          <span className={classes['meaning']}>{t(ROLES.find((role) => role.value === option.value)!.text)}</span>
        </span>
      )}
      onChange={(role) => role && onChange(role)}
    />
  );
}
