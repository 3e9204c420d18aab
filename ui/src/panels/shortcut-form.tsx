import { Button, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import { type ShortcutDraft, shortcutFaults, type ShortcutField, type ShortcutIcons } from './shortcut.ts';
import classes from './shortcuts-panel.module.css';

const NEW: ShortcutDraft = { label: '', description: '', icon: '', link: '', useRouter: true };

function IconChoice({
  icons,
  value,
  error,
  onChoose,
}: {
  icons: ShortcutIcons;
  value: string;
  error: string | undefined;
  onChoose: (icon: string) => void;
}) {
  const shell = useShellTexts();
  const name = useId();
  return (
    <fieldset className={classes['icons']} aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className={classes['legend']}>
        {shell.shortcutIcon} <span aria-hidden>*</span>
      </legend>
      <div className={classes['icon-grid']}>
        {Object.entries(icons).map(([key, Icon]) => (
          <label key={key} className={classes['icon-choice']} data-on={key === value || undefined} title={key}>
            <input
              type="radio"
              className={classes['radio']}
              name={name}
              value={key}
              aria-label={key}
              checked={key === value}
              onChange={() => onChoose(key)}
            />
            <Icon size={18} stroke={1.7} />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

export interface ShortcutFormProps {
  /** What is changed; a new one where there is none. */
  shortcut?: ShortcutDraft;
  icons: ShortcutIcons;
  onSave: (draft: ShortcutDraft) => void;
  onDelete?: () => void;
  onCancel: () => void;
}

/** A fault is told once its field was left, and all of them when saving was tried. */
export function ShortcutForm({ shortcut = NEW, icons, onSave, onDelete, onCancel }: ShortcutFormProps) {
  const { texts } = useUi();
  const shell = useShellTexts();
  const [draft, setDraft] = useState(shortcut);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const faults = shortcutFaults(draft, icons);
  const valid = Object.keys(faults).length === 0;
  const change = (part: Partial<ShortcutDraft>) => setDraft((before) => ({ ...before, ...part }));
  const leave = (field: ShortcutField) => setLeft((before) => new Set([...before, field]));
  const linkHint = draft.useRouter ? shell.shortcutLinkInside : shell.shortcutLinkOutside;

  const told = (field: ShortcutField, name: string, hint = ''): string | undefined => {
    const fault = left.has(field) ? faults[field] : undefined;
    if (fault === undefined) return undefined;
    return fault === 'missing'
      ? fill(shell.fieldRequired, { field: name })
      : fill(shell.fieldInvalid, { field: name, hint });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (valid)
      onSave({ ...draft, label: draft.label.trim(), description: draft.description.trim(), link: draft.link.trim() });
    else setLeft(new Set(['label', 'icon', 'link']));
  };

  return (
    <form className={classes['form']} noValidate onSubmit={submit}>
      <TextInput
        label={shell.shortcutLabel}
        required
        data-autofocus
        maxLength={80}
        value={draft.label}
        error={told('label', shell.shortcutLabel)}
        onBlur={() => leave('label')}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <TextInput
        label={`${shell.shortcutDescription} (${shell.optional})`}
        maxLength={200}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <IconChoice
        icons={icons}
        value={draft.icon}
        error={told('icon', shell.shortcutIcon)}
        onChoose={(icon) => change({ icon })}
      />
      <TextInput
        label={shell.shortcutLink}
        required
        description={linkHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.link}
        error={told('link', shell.shortcutLink, linkHint)}
        onBlur={() => leave('link')}
        onChange={(event) => change({ link: event.currentTarget.value })}
      />
      <Switch
        label={shell.shortcutInside}
        description={shell.shortcutInsideHint}
        checked={draft.useRouter}
        onChange={(event) => change({ useRouter: event.currentTarget.checked })}
      />
      <div className={classes['buttons']}>
        {onDelete !== undefined && (
          <Button variant="subtle" color="negative" className={classes['delete']} onClick={onDelete}>
            {shell.remove}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit">{onDelete === undefined ? shell.add : shell.update}</Button>
      </div>
    </form>
  );
}
