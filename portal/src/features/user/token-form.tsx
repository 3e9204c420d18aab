import { Button, Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core';
import type { Permission, TokenAccess } from '@rise/contract';
import { Notice } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { SecretField } from '../../embedding/secret-field.tsx';
import { useFocusRef } from '../../embedding/use-focus-ref.ts';
import { permissionName } from './names.ts';
import { useCreateToken } from './user.queries.ts';
import classes from './user.module.css';

const DAYS = [7, 30, 90, 180, 365];
const KINDS = ['read', 'write', 'permissions'] as const;

/** Creates a token, and shows it until the person has it. */
export function TokenForm({ tenant, permissions }: { tenant: string; permissions: readonly Permission[] }) {
  const { t } = useTranslation();
  const create = useCreateToken();
  const [isAgain, setIsAgain] = useState(false);
  if (!create.data) return <Fields tenant={tenant} permissions={permissions} create={create} focused={isAgain} />;
  const { name, token } = create.data;
  const done = () => {
    create.reset();
    setIsAgain(true);
  };
  return (
    <section className={classes.form} aria-label={t('user.tokens.new')}>
      <Notice tone="warning">{t('user.tokens.created', { name })}</Notice>
      <SecretField focused label={t('user.tokens.token')} value={token} />
      <div>
        <Button onClick={done}>{t('user.tokens.done')}</Button>
      </div>
    </section>
  );
}

interface FieldsProps {
  tenant: string;
  permissions: readonly Permission[];
  create: ReturnType<typeof useCreateToken>;
  focused: boolean;
}

function Fields({ tenant, permissions, create, focused }: FieldsProps) {
  const { t } = useTranslation();
  const focus = useFocusRef(focused);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<TokenAccess['kind']>('read');
  const [chosen, setChosen] = useState<string[]>([]);
  const [days, setDays] = useState(90);
  const [submitted, setSubmitted] = useState(false);
  const isNameless = name.trim() === '';
  const access: TokenAccess =
    kind === 'permissions'
      ? { kind, permissions: permissions.filter((permission) => chosen.includes(permission)) }
      : { kind };
  const isNothing = access.kind === 'permissions' && access.permissions.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isNameless && !isNothing) create.mutate({ name: name.trim(), access, days });
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit} aria-label={t('user.tokens.new')}>
      <TextInput
        ref={focus}
        label={t('user.tokens.name')}
        description={t('user.tokens.nameHelp')}
        maxLength={100}
        value={name}
        error={submitted && isNameless ? t('user.tokens.nameless') : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Radio.Group
        label={t('user.tokens.access')}
        description={t('user.tokens.accessHelp', { tenant })}
        value={kind}
        onChange={(value) => setKind(value as TokenAccess['kind'])}
      >
        <div className={classes.options}>
          {KINDS.map((option) => (
            <Radio key={option} value={option} label={t(`user.tokens.kind.${option}`)} />
          ))}
        </div>
      </Radio.Group>
      {kind === 'permissions' && (
        <Checkbox.Group
          label={t('user.tokens.permissions')}
          value={chosen}
          onChange={setChosen}
          error={submitted && isNothing ? t('user.tokens.nothing') : null}
        >
          <div className={classes.options}>
            {permissions.map((permission) => (
              <Checkbox key={permission} value={permission} label={permissionName(permission, t)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <NativeSelect
        label={t('user.tokens.days')}
        data={DAYS.map((option) => ({ value: String(option), label: t('user.tokens.dayCount', { count: option }) }))}
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      />
      {create.isError && (
        <p role="alert" className={classes.failed}>
          {errorText(create.error, t).message}
        </p>
      )}
      <div>
        <Button type="submit" loading={create.isPending}>
          {t('user.tokens.create')}
        </Button>
      </div>
    </form>
  );
}
