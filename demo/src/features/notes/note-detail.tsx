import { Button, Textarea, TextInput } from '@mantine/core';
import { logError } from '@rise/ui/log';
import { RelativeTime } from '@rise/ui/panels';
import { IconArchive, IconArchiveOff, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { SaveLine } from '../../components/save-line.tsx';
import { TagPicker } from '../../components/tag-picker.tsx';
import { useAutosave } from '../../components/use-autosave.ts';
import { fromLocalField, toLocalField } from './local-field.rules.ts';
import { deleteNote, isEmpty, type Note, noteSaver } from './note.ts';
import { NoteChecklist } from './note-checklist.tsx';
import { NotePicture } from './note-picture.tsx';
import { useNoteActs } from './use-note-acts.ts';
import { useNotesTexts } from './notes.texts.ts';
import classes from './notes.module.css';

/** A note, which saves itself while it is written. */
export function NoteDetail({ record }: { record: Note }) {
  return <NoteForm key={record.id} note={record} />;
}

function NoteForm({ note }: { note: Note }) {
  const t = useNotesTexts();
  const [save] = useState(() => noteSaver(note));
  const { value, change, state, retry } = useAutosave(note, save);
  const [isNew] = useState(() => isEmpty(note));
  useEmptyNoteRemoval(note, isNew && isEmpty(value));
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) title.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <div className={classes['form']}>
      <NotePicture image={value.image} onChange={(image) => change({ image })} />
      <TextInput
        ref={title}
        data-autofocus={isNew || undefined}
        label={t('titleLabel')}
        maxLength={300}
        value={value.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Textarea
        rows={3}
        classNames={{ input: classes['growing'] ?? '' }}
        label={t('text')}
        value={value.content}
        onChange={({ currentTarget }) => change({ content: currentTarget.value })}
      />
      <section aria-label={t('checklist')}>
        <NoteChecklist items={value.tasks ?? []} onChange={(tasks) => change({ tasks })} />
      </section>
      <NoteLabels labels={value.labels} onChange={(labels) => change({ labels })} />
      <TextInput
        type="datetime-local"
        label={t('remind')}
        value={toLocalField(value.reminder)}
        onChange={({ currentTarget }) => change({ reminder: fromLocalField(currentTarget.value) })}
      />
      <SaveLine state={state} retry={retry} />
      <Acts note={{ ...note, ...value }} onPin={(pinned) => change({ pinned })} />
      <p className={classes['changed']}>
        {t('changed')} <RelativeTime iso={note.updatedAt ?? note.createdAt} />
      </p>
    </div>
  );
}

/** A new note in which nothing was written is deleted. */
function useEmptyNoteRemoval(note: Note, isUnwritten: boolean) {
  const latest = useRef({ note, isUnwritten });
  useEffect(() => {
    latest.current = { note, isUnwritten };
  }, [note, isUnwritten]);
  useEffect(
    () => () => {
      if (!latest.current.isUnwritten) return;
      deleteNote(latest.current.note).catch((error: unknown) => logError('An empty note could not be removed.', error));
    },
    [],
  );
}

interface NoteLabelsProps {
  labels: Note['labels'];
  onChange: (labels: Note['labels']) => void;
}

function NoteLabels({ labels, onChange }: NoteLabelsProps) {
  const t = useNotesTexts();
  const { data: all = [] } = useDemoQuery('notes', 'GET /api/apps/notes/labels');
  // A label that was just created may not be among all yet.
  const known = [...labels, ...all];
  return (
    <TagPicker
      tags={all}
      chosen={labels.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.find((label) => label.id === id) ?? []))}
      onCreate={async (title) => {
        const created = (await call('POST /api/apps/notes/labels', { body: { title } })).at(-1)!;
        onChange([...labels, created]);
      }}
      onRename={(id, title) => call('PATCH /api/apps/notes/labels', { body: { label: { id, title } } })}
      onDelete={(id) => {
        onChange(labels.filter((label) => label.id !== id));
        return call('DELETE /api/apps/notes/labels', { query: { id } });
      }}
      editText={t('editLabels')}
    />
  );
}

function Acts({ note, onPin }: { note: Note; onPin: (pinned: boolean) => void }) {
  const t = useNotesTexts();
  const { archive, remove } = useNoteActs();
  const isPinned = note.pinned === true;
  return (
    <div className={classes['acts']}>
      <Button
        variant="default"
        leftSection={isPinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
        onClick={() => onPin(!isPinned)}
      >
        {t(isPinned ? 'unpin' : 'pin')}
      </Button>
      <Button
        variant="default"
        leftSection={note.archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
        onClick={() => archive(note)}
      >
        {t(note.archived ? 'unarchive' : 'toArchive')}
      </Button>
      <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => remove(note)}>
        {t('remove')}
      </Button>
    </div>
  );
}
