import { ActionIcon, Button, Checkbox, TagsInput, TextInput } from '@mantine/core';
import { TENANT_ROLES, type TenantRole } from '@rise/contract/people';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ROLE_NAMES } from '../../session/role-names.ts';
import type { Claimed, RightsDraft } from './rights-draft.ts';
import { groupsQuery } from './users.queries.ts';
import classes from './users.module.css';

interface RightsFieldsProps {
  draft: RightsDraft;
  /** What the identity provider gives already: it cannot be taken away here. */
  claimed: Claimed;
  /** Roles by groups of the tenant’s provider: neither can they be taken away here. */
  provisioned: readonly TenantRole[];
  /** Whether what is wrong is shown. */
  submitted: boolean;
  issues: { roles: boolean; attributes: readonly boolean[] };
  onChange: (draft: RightsDraft) => void;
}

/** Roles, groups and attributes that an administrator gives. */
export function RightsFields({ draft, claimed, provisioned, submitted, issues, onChange }: RightsFieldsProps) {
  const { t } = useTranslation();
  const { data } = useQuery(groupsQuery);
  const isClaimed = (role: TenantRole) => claimed.roles.includes(role) || provisioned.includes(role);
  return (
    <>
      <Checkbox.Group
        label={t('users.rights.roles')}
        error={submitted && issues.roles ? t('users.problems.roles') : null}
        value={TENANT_ROLES.filter((role) => isClaimed(role) || draft.roles.includes(role))}
        onChange={(chosen) => {
          const roles = TENANT_ROLES.filter(
            (role) => chosen.includes(role) && (!isClaimed(role) || draft.roles.includes(role)),
          );
          onChange({ ...draft, roles });
        }}
      >
        <div className={classes.choices}>
          {TENANT_ROLES.map((role) => (
            <Checkbox
              key={role}
              value={role}
              disabled={isClaimed(role)}
              label={t(ROLE_NAMES[role])}
              description={
                isClaimed(role)
                  ? t(claimed.roles.includes(role) ? 'users.rights.claimedRole' : 'users.rights.provisionedRole')
                  : t(`users.roleMeanings.${role === 'tenant.admin' ? 'admin' : 'user'}`)
              }
            />
          ))}
        </div>
      </Checkbox.Group>
      <div>
        <TagsInput
          label={t('users.rights.groups')}
          description={t('users.rights.groupsHelp')}
          placeholder={draft.groups.length === 0 ? t('users.rights.groupPlaceholder') : ''}
          data={data?.groups ?? []}
          maxTags={100}
          maxLength={200}
          splitChars={[',', ';']}
          value={draft.groups}
          onChange={(groups) => onChange({ ...draft, groups })}
        />
        {claimed.groups.length > 0 && (
          <p className={classes.hint}>{t('users.rights.claimedGroups', { groups: claimed.groups.join(', ') })}</p>
        )}
      </div>
      <AttributeFields draft={draft} claimed={claimed} submitted={submitted} issues={issues} onChange={onChange} />
    </>
  );
}

function AttributeFields({ draft, claimed, submitted, issues, onChange }: Omit<RightsFieldsProps, 'provisioned'>) {
  const { t } = useTranslation();
  const { attributes } = draft;
  const change = (place: number, part: Partial<(typeof attributes)[number]>) =>
    onChange({ ...draft, attributes: attributes.map((one, index) => (index === place ? { ...one, ...part } : one)) });
  const claims = Object.entries(claimed.attributes).filter(([, values]) => values.length > 0);
  return (
    <fieldset className={classes.attributes}>
      <legend>{t('users.rights.attributes')}</legend>
      <p className={classes.hint}>{t('users.rights.attributesHelp')}</p>
      {claims.map(([name, values]) => (
        <p key={name} className={classes.hint}>
          {t('users.rights.claimedAttribute', { name, values: values.join(', ') })}
        </p>
      ))}
      {attributes.map(({ key, name, values }, place) => (
        <div key={key} className={classes.attribute}>
          <TextInput
            label={t('users.rights.attribute')}
            placeholder="branch"
            maxLength={41}
            value={name}
            error={submitted && issues.attributes[place] ? t('users.rights.attributeWrong') : null}
            onChange={({ currentTarget }) => change(place, { name: currentTarget.value })}
          />
          <TagsInput
            label={t('users.rights.values')}
            maxTags={500}
            maxLength={500}
            splitChars={[',', ';']}
            value={values}
            onChange={(list) => change(place, { values: list })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('users.rights.removeAttribute', { name })}
            onClick={() => onChange({ ...draft, attributes: attributes.filter((_, index) => index !== place) })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() =>
          onChange({ ...draft, attributes: [...attributes, { key: crypto.randomUUID(), name: '', values: [] }] })
        }
      >
        {t('users.rights.addAttribute')}
      </Button>
    </fieldset>
  );
}
