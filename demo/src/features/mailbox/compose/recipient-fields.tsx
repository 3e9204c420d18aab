import { Button, Pill, TagsInput, type TagsInputProps } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useDemoQuery } from '../../../client/queries.ts';
import { isAddress, nameOf, withoutRepeats } from '../addresses.rules.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import type { MailDraft } from '../reply.rules.ts';
import classes from './compose.module.css';

interface RecipientFieldsProps {
  value: MailDraft;
  onChange: (change: Partial<MailDraft>) => void;
  error: string | null;
  hasFocus: boolean;
}

const COPIES = ['cc', 'bcc'] as const;

/** The name is shown, the address on hover; what is no address is marked. */
const renderPill: TagsInputProps['renderPill'] = ({ value, onRemove, disabled }) => (
  <Pill
    className={classes['person'] ?? ''}
    data-invalid={!isAddress(String(value)) || undefined}
    title={String(value)}
    withRemoveButton={!disabled}
    onRemove={onRemove}
  >
    {nameOf(String(value))}
  </Pill>
);

/** To, and Cc and Bcc where they are opened or have anyone. People of the contacts are offered. */
export function RecipientFields({ value, onChange, error, hasFocus }: RecipientFieldsProps) {
  const t = useMailboxTexts();
  const [opened, setOpened] = useState<readonly ('cc' | 'bcc')[]>([]);
  const { data: contacts } = useDemoQuery('contacts', 'GET /api/apps/contacts/all');
  const people = useMemo(
    () => [...new Set((contacts ?? []).flatMap(({ name, emails }) => emails.map(({ email }) => `${name} <${email}>`)))],
    [contacts],
  );
  const isShown = (field: 'cc' | 'bcc') => opened.includes(field) || value[field].length > 0;
  return (
    <>
      <div className={classes['recipients']}>
        <PeopleField
          data={people}
          data-autofocus={hasFocus || undefined}
          className={classes['field'] ?? ''}
          label={t('to')}
          error={error}
          value={[...value.to]}
          onChange={(to) => onChange({ to: withoutRepeats(to) })}
        />
        <span className={classes['more']}>
          {COPIES.filter((field) => !isShown(field)).map((field) => (
            <Button key={field} variant="subtle" size="compact-sm" onClick={() => setOpened([...opened, field])}>
              {t(field)}
            </Button>
          ))}
        </span>
      </div>
      {COPIES.filter(isShown).map((field) => (
        <PeopleField
          key={field}
          data={people}
          // The button that opened it has gone.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
          autoFocus={opened.includes(field)}
          label={t(field)}
          value={[...value[field]]}
          onChange={(next) => onChange({ [field]: withoutRepeats(next) })}
        />
      ))}
    </>
  );
}

/** People are offered once something is typed, or by the arrow keys: before that, they would cover the form. */
function PeopleField(props: TagsInputProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TagsInput
      {...props}
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onSearchChange={(typed) => setOpen(typed !== '')}
      limit={8}
      splitChars={[',', ';']}
      maxDropdownHeight={240}
      renderPill={renderPill}
      classNames={{ input: classes['people'] ?? '', inputField: classes['typed'] ?? '' }}
    />
  );
}
