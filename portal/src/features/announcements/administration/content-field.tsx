import { ActionIcon, Textarea } from '@mantine/core';
import { IconBold, IconItalic, IconLink, IconList } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Mark, withMark } from './marks.rules.ts';
import classes from './announcements-administration.module.css';

const MARKS = [
  { mark: 'bold', icon: IconBold },
  { mark: 'italic', icon: IconItalic },
  { mark: 'list', icon: IconList },
  { mark: 'link', icon: IconLink },
] as const satisfies readonly { mark: Mark; icon: typeof IconBold }[];

const below = (above: ReactNode) => (input: ReactNode) => (
  <>
    {above}
    {input}
  </>
);

interface ContentFieldProps {
  label: string;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

/** Content with its formatting as Markdown; buttons format what is selected. */
export function ContentField({ label, value, error, onChange }: ContentFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const apply = (mark: Mark) => {
    const area = field.current!;
    const next = withMark(value, { from: area.selectionStart, to: area.selectionEnd }, mark);
    onChange(next.text);
    // Once the text is in the field.
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(next.selection.from, next.selection.to);
    });
  };
  return (
    <Textarea
      ref={field}
      id={id}
      rows={6}
      resize="vertical"
      label={label}
      description={t('announcementAdmin.form.contentHelp')}
      inputContainer={below(
        <div className={classes.marks} role="group" aria-label={t('announcementAdmin.form.formatting')}>
          {MARKS.map(({ mark, icon: Icon }) => (
            <ActionIcon
              key={mark}
              variant="default"
              size={28}
              aria-controls={id}
              aria-label={t(`announcementAdmin.marks.${mark}`)}
              title={t(`announcementAdmin.marks.${mark}`)}
              onClick={() => apply(mark)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          ))}
        </div>,
      )}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
