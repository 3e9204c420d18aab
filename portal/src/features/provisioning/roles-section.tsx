import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { Provisioning, RoleMapping, TenantRole } from '@rise/contract';
import { TENANT_ROLES } from '@rise/contract/people';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { usePreview, useSaveRoles } from './provisioning.queries.ts';
import { RoleEffectsList } from './role-effects.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './provisioning.module.css';

/** Which group gives which role: chosen, looked at, then saved. */
export function RolesSection({ provisioning: { admitsAll, groups } }: { provisioning: Provisioning }) {
  const { t } = useTranslation();
  const preview = usePreview();
  const save = useSaveRoles();
  const result = useRef<HTMLDivElement>(null);
  const [isForAll, setIsForAll] = useState(admitsAll);
  const [chosen, setChosen] = useState<Readonly<Record<string, TenantRole | null>>>({});
  const changed = groups.filter(({ id, role }) => chosen[id] !== undefined && chosen[id] !== role);
  const isChanged = isForAll !== admitsAll || changed.length > 0;
  const mapping: RoleMapping = {
    admitsAll: isForAll,
    groups: changed.map(({ id }) => ({ id, role: chosen[id] ?? null })),
  };
  // What was looked at is of another mapping.
  const edit = () => {
    preview.reset();
    save.reset();
  };
  const error = preview.error ?? save.error;
  return (
    <section className={cards.card} aria-labelledby="provisioning-roles">
      <h2 id="provisioning-roles" className={cards.heading}>
        {t('provisioning.roles.title')}
      </h2>
      <p className={cards.hint}>{t('provisioning.roles.help')}</p>
      <Checkbox
        className={classes.everyone}
        label={t('provisioning.roles.everyone')}
        description={t('provisioning.roles.everyoneHelp')}
        checked={isForAll}
        onChange={({ currentTarget }) => {
          setIsForAll(currentTarget.checked);
          edit();
        }}
      />
      {groups.length === 0 ? (
        <p className={cards.hint}>{t('provisioning.roles.none')}</p>
      ) : (
        <ul className={cards.list} aria-label={t('provisioning.roles.groups')}>
          {groups.map(({ id, name, members, role }) => (
            <li key={id} className={classes.item}>
              <div className={classes.words}>
                <h3 className={cards.name}>{name}</h3>
                <p className={classes.facts}>{t('provisioning.roles.members', { count: members })}</p>
              </div>
              <NativeSelect
                aria-label={t('provisioning.roles.roleOf', { group: name })}
                value={(chosen[id] === undefined ? role : chosen[id]) ?? ''}
                data={[
                  { value: '', label: t('provisioning.roles.nothing') },
                  ...TENANT_ROLES.map((value) => ({ value, label: t(ROLE_NAMES[value]) })),
                ]}
                onChange={({ currentTarget }) => {
                  const next = TENANT_ROLES.find((one) => one === currentTarget.value) ?? null;
                  setChosen({ ...chosen, [id]: next });
                  edit();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div ref={result} tabIndex={-1} className={classes.result}>
        {preview.data && <RoleEffectsList effects={preview.data} />}
      </div>
      {error && (
        <p role="alert" className={cards.error}>
          {errorText(error, t).message}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          variant={preview.data ? 'default' : 'filled'}
          disabled={!isChanged}
          loading={preview.isPending}
          onClick={() => preview.mutate(mapping, { onSuccess: () => result.current?.focus() })}
        >
          {t('provisioning.roles.preview')}
        </Button>
        {preview.data && !preview.data.isLastAdministrator && (
          <Button loading={save.isPending} onClick={() => save.mutate(mapping, { onSuccess: save.onSaved })}>
            {t('provisioning.roles.save')}
          </Button>
        )}
        {!isChanged && <p className={cards.hint}>{t('provisioning.roles.unchanged')}</p>}
      </div>
    </section>
  );
}
