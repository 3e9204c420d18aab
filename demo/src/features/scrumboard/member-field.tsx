import { MultiSelect } from '@mantine/core';
import { fold } from '@rise/contract/fold';
import type { Member } from './board.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './form.module.css';

interface MemberFieldProps {
  /** Those who can be chosen. */
  members: readonly Member[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

export function MemberField({ members, chosen, onChange }: MemberFieldProps) {
  const t = useScrumboardTexts();
  return (
    <MultiSelect
      label={t('members')}
      placeholder={chosen.length === 0 ? t('addMembers') : ''}
      data={members.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...chosen]}
      onChange={onChange}
      searchable
      hidePickedOptions
      classNames={{ pill: classes['pill'] ?? '' }}
      comboboxProps={{ withinPortal: false }}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && fold(option.label).includes(fold(search.trim())))
      }
    />
  );
}
