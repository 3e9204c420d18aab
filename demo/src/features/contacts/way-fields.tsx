import { ActionIcon, Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { useLanguage } from '@rise/shell/language';
import { IconPlus, IconX } from '@tabler/icons-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import type { Email, Phone } from './contact.ts';
import { useContactsTexts } from './contacts.texts.ts';
import classes from './contacts.module.css';

type Row<T> = T & { readonly key: string };

/**
 * Rows of a list that is saved without its blank ones. They are kept here, since a blank row is there to be filled in
 * though the record does not have it.
 */
function useRows<T extends object>(
  stored: readonly T[],
  blank: T,
  isFilled: (row: T) => boolean,
  onChange: (rows: T[]) => void,
) {
  const created = (row: T): Row<T> => ({ ...row, key: crypto.randomUUID() });
  const rowsOf = (filled: readonly T[]) => (filled.length > 0 ? filled : [blank]).map(created);
  const filledOf = (all: readonly Row<T>[]) => all.filter(isFilled).map(({ key: _key, ...row }) => row as unknown as T);
  const [rows, setRows] = useState(() => rowsOf(stored));
  const [seen, setSeen] = useState(stored);
  // Changed from elsewhere, such as by what was kept of a page that ended.
  if (stored !== seen) {
    setSeen(stored);
    if (JSON.stringify(filledOf(rows)) !== JSON.stringify(stored)) setRows(rowsOf(stored));
  }
  const set = (next: Row<T>[]) => {
    setRows(next);
    onChange(filledOf(next));
  };
  return {
    rows,
    add: () => setRows([...rows, created(blank)]),
    change: (key: string, change: Partial<T>) =>
      set(rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
    remove: (key: string) => {
      const others = rows.filter((row) => row.key !== key);
      set(others.length > 0 ? others : [created(blank)]);
    },
  };
}

interface EmailFieldsProps {
  emails: readonly Email[];
  /** The same with each rendering, as is `onChange` of phones: what is typed elsewhere does not draw them again. */
  onChange: (change: { emails: Email[] }) => void;
}

export const EmailFields = memo(function EmailFields({ emails, onChange }: EmailFieldsProps) {
  const t = useContactsTexts();
  const blank = { email: '', label: t('work') };
  const { rows, add, change, remove } = useRows(
    emails,
    blank,
    ({ email }) => email.trim() !== '',
    (filled) => onChange({ emails: filled }),
  );
  return (
    <Group legend={t('emails')} add={t('addEmail')} onAdd={add}>
      {rows.map(({ key, email, label }, index) => (
        <div key={key} className={classes['email-row']}>
          <TextInput
            type="email"
            aria-label={t('email', { number: index + 1 })}
            value={email}
            onChange={({ currentTarget }) => change(key, { email: currentTarget.value })}
          />
          <LabelField
            name={t('emailLabel', { number: index + 1 })}
            kinds={[t('work'), t('personal')]}
            label={label}
            onChange={(next) => change(key, { label: next })}
          />
          <RemoveButton name={t('removeEmail', { number: index + 1 })} onClick={() => remove(key)} />
        </div>
      ))}
    </Group>
  );
});

interface PhoneFieldsProps {
  phones: readonly Phone[];
  onChange: (change: { phoneNumbers: Phone[] }) => void;
}

export const PhoneFields = memo(function PhoneFields({ phones, onChange }: PhoneFieldsProps) {
  const t = useContactsTexts();
  const usual = useLanguage() === 'tr' ? 'tr' : 'us';
  const { data: countries = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/countries');
  const options = useMemo(
    () => countries.map(({ iso, name, code }) => ({ value: iso, label: `${code} ${name}` })),
    [countries],
  );
  const blank = { country: phones[0]?.country ?? usual, phoneNumber: '', label: t('mobile') };
  const isFilled = ({ phoneNumber }: Phone) => phoneNumber.trim() !== '';
  const { rows, add, change, remove } = useRows(phones, blank, isFilled, (filled) =>
    onChange({ phoneNumbers: filled }),
  );
  return (
    <Group legend={t('phones')} add={t('addPhone')} onAdd={add}>
      {rows.map(({ key, country, phoneNumber, label }, index) => (
        <div key={key} className={classes['phone-row']}>
          <NativeSelect
            aria-label={t('country', { number: index + 1 })}
            value={country}
            data={options}
            onChange={({ currentTarget }) => change(key, { country: currentTarget.value })}
          />
          <TextInput
            type="tel"
            aria-label={t('phone', { number: index + 1 })}
            value={phoneNumber}
            onChange={({ currentTarget }) => change(key, { phoneNumber: currentTarget.value })}
          />
          <LabelField
            name={t('phoneLabel', { number: index + 1 })}
            kinds={[t('mobile'), t('work'), t('home')]}
            label={label}
            onChange={(next) => change(key, { label: next })}
          />
          <RemoveButton name={t('removePhone', { number: index + 1 })} onClick={() => remove(key)} />
        </div>
      ))}
    </Group>
  );
});

interface GroupProps {
  legend: string;
  add: string;
  onAdd: () => void;
  children: ReactNode;
}

function Group({ legend, add, onAdd, children }: GroupProps) {
  return (
    <fieldset className={classes['ways']}>
      <legend>{legend}</legend>
      {children}
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={onAdd}>
        {add}
      </Button>
    </fieldset>
  );
}

interface LabelFieldProps {
  name: string;
  /** The usual ones; others can be written. */
  kinds: readonly string[];
  label: string;
  onChange: (label: string) => void;
}

function LabelField({ name, kinds, label, onChange }: LabelFieldProps) {
  const t = useContactsTexts();
  return (
    <Autocomplete
      aria-label={name}
      placeholder={t('label')}
      data={[...kinds]}
      // All of them, also where one is chosen already.
      filter={({ options }) => options}
      comboboxProps={{ withinPortal: false }}
      maxLength={40}
      value={label}
      onChange={onChange}
    />
  );
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={name} onClick={onClick}>
      <IconX size={16} />
    </ActionIcon>
  );
}
