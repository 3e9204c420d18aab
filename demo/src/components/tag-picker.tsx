import { ActionIcon, Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { fold } from '@rise/contract/fold';
import { IconCheck, IconPencil, IconPlus, IconTag, IconTrash } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { makeChange, quoted } from '../client/changes.ts';
import { useComponentTexts } from './components.texts.ts';
import classes from './tag-picker.module.css';

interface Tag {
  readonly id: string;
  readonly title: string;
}

interface TagPickerProps {
  /** All that there are. */
  tags: readonly Tag[];
  /** Ids of those that the record has. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Creates a tag, and gives it to the record. */
  onCreate: (title: string) => Promise<unknown>;
  onRename: (id: string, title: string) => Promise<unknown>;
  /** Deletes a tag from all records. */
  onDelete: (id: string) => Promise<unknown>;
  /** On the button that opens the panel, where they are not called tags. */
  editText?: string;
}

/** The tags of a record, and a panel that chooses, creates, renames and deletes them. */
export function TagPicker(props: TagPickerProps) {
  const { tags, chosen, editText } = props;
  const t = useComponentTexts();
  const [isOpen, setOpen] = useState(false);
  const own = tags.filter(({ id }) => chosen.includes(id));
  // Escape closes this panel, and not the drawer that it is in as well: that hears the key before anything inside it,
  // and leaves alone only what is marked.
  const onFocusCapture = ({ target }: FocusEvent) => target.setAttribute('data-mantine-stop-propagation', 'true');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <div className={classes['tags']}>
      {own.map(({ id, title }) => (
        <span key={id} className={classes['tag']}>
          {title}
        </span>
      ))}
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={264}
        trapFocus
        returnFocus
        closeOnEscape={false}
        withinPortal={false}
      >
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTag size={14} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {editText ?? t('editTags')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown
          aria-label={editText ?? t('editTags')}
          className={classes['panel'] ?? ''}
          onFocusCapture={onFocusCapture}
          onKeyDown={onKeyDown}
        >
          <Panel {...props} />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function Panel(props: TagPickerProps) {
  const { tags, chosen, onChange } = props;
  const t = useComponentTexts();
  // Of the last rendering, for a change that is made again later.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  }, [props]);
  const hasTag = (id: string) => latest.current.tags.some((tag) => tag.id === id);
  const [text, setText] = useState('');
  const [isEditing, setEditing] = useState(false);
  const title = text.trim();
  const matches = tags.filter((tag) => fold(tag.title).includes(fold(title)));
  const isNew = title !== '' && !tags.some((tag) => fold(tag.title) === fold(title));
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const create = () => {
    setText('');
    void makeChange({ kind: 'create', what: quoted(title), make: () => latest.current.onCreate(title) });
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isNew && matches.length === 0) create();
    else if (matches[0] && title !== '') toggle(matches[0].id);
  };
  return (
    <>
      <div className={classes['head']}>
        <TextInput
          data-autofocus
          className={classes['field']}
          aria-label={t('findTag')}
          placeholder={t('findTag')}
          maxLength={30}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={enter}
        />
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-pressed={isEditing}
          aria-label={t(isEditing ? 'tagsDone' : 'renameTags')}
          onClick={() => setEditing(!isEditing)}
        >
          {isEditing ? <IconCheck size={18} /> : <IconPencil size={18} />}
        </ActionIcon>
      </div>
      <ul className={classes['list']}>
        {matches.map((tag) => (
          <li key={tag.id}>
            {isEditing ? (
              <TagEditor
                tag={tag}
                onRename={(title) =>
                  void makeChange({
                    kind: 'change',
                    what: quoted(tag.title),
                    target: `${tag.id} title`,
                    isPending: async () => hasTag(tag.id),
                    make: () => latest.current.onRename(tag.id, title),
                  })
                }
                onDelete={() =>
                  void makeChange({
                    kind: 'delete',
                    what: quoted(tag.title),
                    target: `${tag.id} deleted`,
                    isPending: async () => hasTag(tag.id),
                    make: () => latest.current.onDelete(tag.id),
                  })
                }
              />
            ) : (
              <Checkbox label={tag.title} checked={chosen.includes(tag.id)} onChange={() => toggle(tag.id)} />
            )}
          </li>
        ))}
      </ul>
      {isNew && (
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={create}>
          {t('createTag', { title })}
        </Button>
      )}
    </>
  );
}

interface TagEditorProps {
  tag: Tag;
  onRename: (title: string) => void;
  onDelete: () => void;
}

function TagEditor({ tag, onRename, onDelete }: TagEditorProps) {
  const t = useComponentTexts();
  const [title, setTitle] = useState(tag.title);
  const rename = () => {
    const next = title.trim();
    if (next === '') setTitle(tag.title);
    else if (next !== tag.title) onRename(next);
  };
  return (
    <div className={classes['head']}>
      <TextInput
        className={classes['field']}
        aria-label={t('tagTitle', { title: tag.title })}
        maxLength={30}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename();
        }}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={t('deleteTag', { title: tag.title })}
        onClick={onDelete}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}
