import { Button, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useId, useRef, useState, useLayoutEffect } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { type ShortcutDraft, validateShortcut, type ShortcutField, type ShortcutIcons } from './shortcut.ts';
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
  const panelTexts = usePanelTexts();
  const name = useId();
  return (
    <fieldset className={classes['icons']} aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className={classes['legend']}>
        {panelTexts.shortcutIcon} <span aria-hidden>*</span>
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
  /** Settles when saving succeeded or failed. */
  onSave: (draft: ShortcutDraft) => Promise<void>;
  /** For an existing shortcut. */
  onDelete?: () => void;
  onCancel: () => void;
}

/** An issue is shown once its field loses the focus, and all of them after an attempt to save. */
export function ShortcutForm({ draft, onDraft, icons, onSave, onDelete, onCancel }: ShortcutFormProps) {
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const [saving, setSaving] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const issues = validateShortcut(draft, icons);
  const valid = Object.keys(issues).length === 0;
  const change = (part: Partial<ShortcutDraft>) => onDraft({ ...draft, ...part });
  const touch = (field: ShortcutField) => setTouched((before) => new Set([...before, field]));
  const linkHint = draft.useRouter ? panelTexts.shortcutLinkInside : panelTexts.shortcutLinkOutside;

  const issueText = (field: ShortcutField, name: string, hint = ''): string | undefined => {
    const issue = touched.has(field) ? issues[field] : undefined;
    if (issue === undefined) return undefined;
    return issue === 'missing'
      ? fill(panelTexts.fieldRequired, { field: name })
      : fill(panelTexts.fieldInvalid, { field: name, hint });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!valid) {
      setTouched(new Set(['label', 'icon', 'link']));
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
        label={panelTexts.shortcutLabel}
        required
        ref={first}
        maxLength={60}
        value={draft.label}
        error={issueText('label', panelTexts.shortcutLabel)}
        onBlur={() => touch('label')}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <TextInput
        label={`${panelTexts.shortcutDescription} (${panelTexts.optional})`}
        maxLength={200}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <IconChoice
        icons={icons}
        value={draft.icon}
        error={issueText('icon', panelTexts.shortcutIcon)}
        onChoose={(icon) => change({ icon })}
      />
      <TextInput
        label={panelTexts.shortcutLink}
        required
        description={linkHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={draft.useRouter ? 500 : 2000}
        value={draft.link}
        error={issueText('link', panelTexts.shortcutLink, linkHint)}
        onBlur={() => touch('link')}
        onChange={(event) => change({ link: event.currentTarget.value })}
      />
      <Switch
        label={panelTexts.shortcutInside}
        description={panelTexts.shortcutInsideHint}
        checked={draft.useRouter}
        onChange={(event) => change({ useRouter: event.currentTarget.checked })}
      />
      <div className={classes['buttons']}>
        {onDelete !== undefined && (
          <Button variant="subtle" color="negative" className={classes['delete']} onClick={onDelete}>
            {panelTexts.remove}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={saving}>
          {onDelete === undefined ? panelTexts.add : panelTexts.update}
        </Button>
      </div>
    </form>
  );
}
