import { Textarea } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './form.module.css';

interface TitleFieldProps {
  ref?: Ref<HTMLTextAreaElement>;
  title: string;
  onChange: (title: string) => void;
}

/** A title, which cannot be blank: a blank one says so, is not saved, and gives way to the last one when it is left. */
export function TitleField({ ref, title, onChange }: TitleFieldProps) {
  const t = useScrumboardTexts();
  const [isBlank, setBlank] = useState(false);
  return (
    <Textarea
      ref={ref}
      rows={1}
      classNames={{ input: classes['growing'] ?? '' }}
      label={t('titleLabel')}
      maxLength={200}
      value={isBlank ? '' : title}
      error={isBlank ? t('titleNeeded') : undefined}
      onBlur={() => setBlank(false)}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value.replaceAll('\n', ' ');
        setBlank(next.trim() === '');
        if (next.trim() !== '') onChange(next);
      }}
    />
  );
}
