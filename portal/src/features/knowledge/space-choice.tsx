import { Checkbox, TextInput } from '@mantine/core';
import type { KnowledgeSource } from '@rise/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import cards from '../../embedding/cards.module.css';
import classes from './knowledge.module.css';

type Space = KnowledgeSource['spaces'][number];

/** From so many on, a field narrows the list. */
const MANY = 12;

interface SpaceChoiceProps {
  /** Those to choose from. */
  spaces: readonly Space[];
  chosen: readonly Space[];
  /** Whether they were listed by the site just now. */
  isTested: boolean;
  error: string | null;
  onChange: (chosen: Space[]) => void;
}

/** The spaces of a site that are read. */
export function SpaceChoice({ spaces, chosen, isTested, error, onChange }: SpaceChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const [words, setWords] = useState('');
  const keys = new Set(chosen.map(({ key }) => key));
  // One that is chosen and no longer listed can be given up.
  const listed = [...spaces, ...chosen.filter(({ key }) => !spaces.some((space) => space.key === key))];
  const shown = listed.filter(({ key, name }) => `${name} ${key}`.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <fieldset className={classes.spaces} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.legend}>{t('knowledge.sources.spaces')}</legend>
      {!isTested && <p className={cards.hint}>{t('knowledge.sources.spacesHelp')}</p>}
      {listed.length >= MANY && (
        <TextInput
          aria-label={t('knowledge.sources.filter')}
          placeholder={t('knowledge.sources.filter')}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      {listed.length > 0 && (
        <div className={classes.spaceList}>
          {shown.map((space) => (
            <Checkbox
              key={space.key}
              label={space.name === space.key || space.name === '' ? space.key : `${space.name} (${space.key})`}
              checked={keys.has(space.key)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, space] : chosen.filter(({ key }) => key !== space.key))
              }
            />
          ))}
          {shown.length === 0 && <p className={cards.hint}>{t('knowledge.sources.noSpace')}</p>}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={cards.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
