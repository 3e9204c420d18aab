import { Checkbox } from '@mantine/core';
import { GLOBAL_ROLES, type GlobalRole } from '@rise/contract/people';
import { useTranslation } from 'react-i18next';
import { ROLE_NAMES } from '../../../session/role-names.ts';
import classes from '../users.module.css';

interface GlobalRoleFieldsProps {
  roles: readonly GlobalRole[];
  /** What the identity provider gives already: it cannot be taken away here. */
  claimed: readonly GlobalRole[];
  error?: string | null;
  onChange: (roles: GlobalRole[]) => void;
}

const MEANINGS = {
  'global.support': 'users.global.roleMeanings.support',
  'global.admin': 'users.global.roleMeanings.admin',
} as const satisfies Record<GlobalRole, string>;

/** Roles above the tenants, with their meaning. */
export function GlobalRoleFields({ roles, claimed, error = null, onChange }: GlobalRoleFieldsProps) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      label={t('users.rights.roles')}
      error={error}
      value={GLOBAL_ROLES.filter((role) => claimed.includes(role) || roles.includes(role))}
      onChange={(chosen) =>
        onChange(
          GLOBAL_ROLES.filter((role) => chosen.includes(role) && (!claimed.includes(role) || roles.includes(role))),
        )
      }
    >
      <div className={classes.choices}>
        {GLOBAL_ROLES.map((role) => (
          <Checkbox
            key={role}
            value={role}
            disabled={claimed.includes(role)}
            label={t(ROLE_NAMES[role])}
            description={claimed.includes(role) ? t('users.rights.claimedRole') : t(MEANINGS[role])}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
