import { Button, Textarea, TextInput } from '@mantine/core';
import { DetailSection } from '@rise/ui';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { SaveLine } from '../../components/save-line.tsx';
import { TagPicker } from '../../components/tag-picker.tsx';
import { useAutosave } from '../../components/use-autosave.ts';
import { type Contact, htmlOf, saveContact, textOf } from './contact.ts';
import { EmailFields, PhoneFields } from './way-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { useContactsTexts } from './contacts.texts.ts';
import { useContactActs } from './use-contact-acts.ts';
import classes from './contacts.module.css';

/** Everything of a contact, which saves itself while it is written. */
export function ContactForm({ contact }: { contact: Contact }) {
  const t = useContactsTexts();
  const { edit, remove } = useContactActs();
  const [save] = useState(() => (change: Partial<Contact>) => saveContact(contact.id, change));
  const { value, change, state, retry } = useAutosave(contact, save);
  // Notes are HTML, and keep their formatting as long as they are not changed.
  const [notes, setNotes] = useState(() => ({ html: contact.notes, text: textOf(contact.notes) }));
  if (notes.html !== value.notes) setNotes({ html: value.notes, text: textOf(value.notes) });
  const text = (field: 'title' | 'company' | 'address') => ({
    value: value[field] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [field]: currentTarget.value || null }),
  });
  return (
    <div className={classes['form']}>
      <PictureField name={value.name} picture={value.avatar} onChange={(avatar) => change({ avatar })} />
      <NameField name={value.name} onChange={(name) => change({ name })} />
      <TextInput label={t('role')} maxLength={200} {...text('title')} />
      <TextInput label={t('company')} maxLength={200} {...text('company')} />
      <EmailFields emails={value.emails} onChange={change} />
      <PhoneFields phones={value.phoneNumbers} onChange={change} />
      <Textarea
        rows={2}
        classNames={{ input: classes['growing'] ?? '' }}
        label={t('address')}
        maxLength={500}
        {...text('address')}
      />
      <TextInput
        type="date"
        label={t('birthday')}
        value={value.birthday?.slice(0, 10) ?? ''}
        onChange={({ currentTarget }) =>
          change({ birthday: currentTarget.value === '' ? null : `${currentTarget.value}T00:00:00.000Z` })
        }
      />
      <DetailSection title={t('tags')}>
        <ContactTags chosen={value.tags} onChange={(tags) => change({ tags })} />
      </DetailSection>
      <Textarea
        rows={3}
        classNames={{ input: classes['growing'] ?? '' }}
        label={t('notes')}
        value={notes.text}
        onChange={({ currentTarget }) => {
          const html = htmlOf(currentTarget.value);
          setNotes({ html, text: currentTarget.value });
          change({ notes: html });
        }}
      />
      <SaveLine state={state} retry={retry} />
      <div className={classes['form-acts']}>
        <Button leftSection={<IconCheck size={16} />} onClick={() => edit(false)}>
          {t('done')}
        </Button>
        <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => remove(contact)}>
          {t('remove')}
        </Button>
      </div>
    </div>
  );
}

/** A name cannot be blank: a blank one says so, is not saved, and gives way to the last one when it is left. */
function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const t = useContactsTexts();
  const [isBlank, setBlank] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // What is typed replaces the name of a new contact.
  useEffect(() => field.current?.select(), []);
  return (
    <TextInput
      ref={field}
      data-autofocus
      label={t('name')}
      maxLength={200}
      required
      value={isBlank ? '' : name}
      error={isBlank ? t('nameNeeded') : undefined}
      onBlur={() => setBlank(false)}
      onChange={({ currentTarget }) => {
        const isNowBlank = currentTarget.value.trim() === '';
        setBlank(isNowBlank);
        if (!isNowBlank) onChange(currentTarget.value);
      }}
    />
  );
}

function ContactTags({ chosen, onChange }: { chosen: readonly string[]; onChange: (tags: string[]) => void }) {
  const { data: tags = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/tags');
  return (
    <TagPicker
      tags={tags}
      chosen={chosen}
      onChange={(ids) => onChange([...ids])}
      onCreate={async (title) => {
        const { id } = await call('POST /api/apps/contacts/tag', { body: { tag: { title } } });
        onChange([...chosen, id]);
      }}
      onRename={(id, title) => call('PATCH /api/apps/contacts/tag', { body: { id, tag: { title } } })}
      onDelete={(id) => {
        onChange(chosen.filter((each) => each !== id));
        return call('DELETE /api/apps/contacts/tag', { query: { id } });
      }}
    />
  );
}
