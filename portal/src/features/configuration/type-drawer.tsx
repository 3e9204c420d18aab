import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import type { DefinedCodeType } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { DetailDrawer, useConfirm } from '@rise/ui';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useDeleteType, useSaveType } from './code-types.queries.ts';
import { ColumnField } from './column-field.tsx';
import {
  issuesOf,
  keyFrom,
  toForm,
  toListed,
  toRequest,
  type ListedCategory,
  type TypeForm,
  type TypeStart,
} from './type-form.rules.ts';
import { useRows } from './use-rows.ts';
import classes from './type-drawer.module.css';

interface TypeDrawerProps {
  definition: DefinedCodeType | null;
  start?: TypeStart;
  onClose: () => void;
}

/** Defines a type of codes on a column, or changes one of the tenant's own. */
export function TypeDrawer({ definition, start, onClose }: TypeDrawerProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const save = useSaveType();
  const remove = useDeleteType();
  const [form, setForm] = useState(() => toForm(definition, start ?? null));
  const listed = useRows<ListedCategory>(() => toListed(definition, start ?? null));
  const isNew = definition === null;
  const issues = issuesOf(form, listed.items, isNew);
  const change = (next: Partial<typeof form>) => setForm((before) => ({ ...before, ...next }));
  const open = (type: string) =>
    void navigate({ to: '/configuration/$configuratorType', params: { configuratorType: type } as never });
  const submit = () =>
    save.mutate(toRequest(form, listed.items), {
      onSuccess: ({ definition: { type } }) => {
        onClose();
        if (isNew) open(type);
      },
    });
  const deleteType = async (type: string) => {
    const result = await confirm({
      title: t('configuration.types.deleteTitle', { type: form.en }),
      message: t('configuration.types.deleteText'),
      actions: { confirm: { label: t('configuration.types.delete'), color: 'warn' } },
    });
    if (result !== 'confirmed') return;
    remove.mutate(type, { onSuccess: () => void navigate({ to: '/configuration' }) });
  };
  const error = save.error ?? remove.error;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      size="wide"
      title={isNew ? t('configuration.types.new') : t('configuration.types.edit')}
      subtitle={t('configuration.types.subtitle')}
      footer={
        <div className={classes.footer}>
          {error && (
            <p role="alert" className={classes.error}>
              {detailOf(error) ?? errorText(error, t).message}
            </p>
          )}
          {!error && issues[0] && <p className={classes.hint}>{t(`configuration.types.missing.${issues[0]}`)}</p>}
          {!isNew && (
            <Button
              variant="subtle"
              color="negative"
              loading={remove.isPending}
              onClick={() => void deleteType(definition.type)}
            >
              {t('configuration.types.delete')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('configuration.cancel')}
          </Button>
          <Button disabled={issues.length > 0} loading={save.isPending} onClick={submit}>
            {isNew ? t('configuration.types.create') : t('configuration.types.save')}
          </Button>
        </div>
      }
    >
      {isNew && <ColumnField value={form.column} onChange={(column) => change({ column })} />}
      <Names form={form} issues={issues} isNew={isNew} onChange={change} />
      <NativeSelect
        label={t('configuration.types.categories')}
        description={t(form.kind === 'tree' ? 'configuration.types.treeHelp' : 'configuration.types.listHelp')}
        value={form.kind}
        data={[
          { value: 'tree', label: t('configuration.types.tree') },
          { value: 'list', label: t('configuration.types.list') },
        ]}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value === 'list' ? 'list' : 'tree' })}
      />
      {form.kind === 'list' && <Categories list={listed} />}
    </DetailDrawer>
  );
}

/** Key, names and descriptions. */
function Names(props: {
  form: TypeForm;
  issues: readonly string[];
  isNew: boolean;
  onChange: (change: Partial<TypeForm>) => void;
}) {
  const { form, issues, isNew, onChange: change } = props;
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          required
          label={t('configuration.types.nameEn')}
          maxLength={100}
          value={form.en}
          onChange={({ currentTarget }) => change({ en: currentTarget.value })}
        />
        <TextInput
          label={t('configuration.types.nameTr')}
          maxLength={100}
          value={form.tr}
          onChange={({ currentTarget }) => change({ tr: currentTarget.value })}
        />
      </div>
      <TextInput
        required
        disabled={!isNew}
        label={t('configuration.types.key')}
        description={t(isNew ? 'configuration.types.keyHelp' : 'configuration.types.keyFixed')}
        maxLength={63}
        error={issues.includes('key') && form.en.trim() !== '' ? t('configuration.types.keyInvalid') : null}
        value={form.key ?? keyFrom(form.en)}
        onChange={({ currentTarget }) => change({ key: currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('configuration.types.aboutEn')}
          maxLength={500}
          error={issues.includes('about') ? t('configuration.types.aboutMissing') : null}
          value={form.about}
          onChange={({ currentTarget }) => change({ about: currentTarget.value })}
        />
        <TextInput
          label={t('configuration.types.aboutTr')}
          maxLength={500}
          value={form.aboutTr}
          onChange={({ currentTarget }) => change({ aboutTr: currentTarget.value })}
        />
      </div>
    </>
  );
}

/** The server's message names what is wrong and the remedy; that of the model names what still uses the type. */
function detailOf(error: Error): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.code === 'VALIDATION_FAILED' || error.code === 'MODEL_INVALID'
    ? (error.details[0]?.message ?? null)
    : null;
}

function Categories({ list }: { list: ReturnType<typeof useRows<ListedCategory>> }) {
  const { t } = useTranslation();
  return (
    <div className={classes.group}>
      {list.rows.map(({ id, item }, index) => {
        const number = index + 1;
        const field = (key: keyof ListedCategory, label: string) => (
          <TextInput
            size="xs"
            aria-label={`${label} ${number}`}
            placeholder={label}
            maxLength={key === 'value' ? 200 : 100}
            value={item[key]}
            onChange={({ currentTarget }) => list.change(id, { [key]: currentTarget.value })}
          />
        );
        return (
          <div key={id} className={classes.category}>
            {field('value', t('configuration.types.value'))}
            {field('en', t('configuration.types.nameEn'))}
            {field('tr', t('configuration.types.nameTr'))}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('configuration.types.removeCategory', { number })}
              onClick={() => list.remove(id)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => list.add({ value: '', en: '', tr: '' })}
      >
        {t('configuration.addCategory')}
      </Button>
    </div>
  );
}
