import { Button, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import { type ShortcutDraft, shortcutFaults, type ShortcutField, type ShortcutIcons } from './shortcut.ts';
import classes from './shortcuts-panel.module.css';

export const NEW_SHORTCUT: ShortcutDraft = { label: '', description: '', icon: '', link: '', useRouter: true };

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
        {Object.entries(icons).map(([key, { picture: Icon, name: label }]) => (
          <label key={key} className={classes['icon-choice']} data-on={key === value || undefined} title={label}>
            <input
              type="radio"
              className={classes['radio']}
              name={name}
              value={key}
              aria-label={label}
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
  draft: ShortcutDraft;
  onDraft: (draft: ShortcutDraft) => void;
  icons: ShortcutIcons;
  /** Settles when it is saved, or is not. */
  onSave: (draft: ShortcutDraft) => Promise<void>;
  /** Where it exists already. */
  onDelete?: () => void;
  onCancel: () => void;
}

/** A fault is told once its field was left, and all of them when saving was tried. */
export function ShortcutForm({ draft, onDraft, icons, onSave, onDelete, onCancel }: ShortcutFormProps) {
  const { texts } = useUi();
  const shell = useShellTexts();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const [saving, setSaving] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const faults = shortcutFaults(draft, icons);
  const valid = Object.keys(faults).length === 0;
  const change = (part: Partial<ShortcutDraft>) => onDraft({ ...draft, ...part });
  const leave = (field: ShortcutField) => setLeft((before) => new Set([...before, field]));
  const linkHint = draft.useRouter ? shell.shortcutLinkInside : shell.shortcutLinkOutside;

  const told = (field: ShortcutField, name: string, hint = ''): string | undefined => {
    const fault = left.has(field) ? faults[field] : undefined;
    if (fault === undefined) return undefined;
    return fault === 'missing'
      ? fill(shell.fieldRequired, { field: name })
      : fill(shell.fieldInvalid, { field: name, hint });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!valid) {
      setLeft(new Set(['label', 'icon', 'link']));
      return;
    }
    setSaving(true);
    const { label, description, icon, link, useRouter } = draft;
    await onSave({ label: label.trim(), description: description.trim(), icon, link: link.trim(), useRouter });
    setSaving(false);
  };

  return (
    <form className={classes['form']} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={shell.shortcutLabel}
        required
        ref={first}
        maxLength={60}
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
        maxLength={draft.useRouter ? 500 : 2000}
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
        <Button type="submit" loading={saving}>
          {onDelete === undefined ? shell.add : shell.update}
        </Button>
      </div>
    </form>
  );
}
