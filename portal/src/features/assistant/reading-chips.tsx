import { Menu, UnstyledButton } from '@mantine/core';
import type { QuestionReading, SemanticQuery } from '@rise/contract';
import { DropdownMenu } from '@rise/ui';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './figure-answer.module.css';

interface ReadingChipsProps {
  reading: QuestionReading;
  onChange: (query: SemanticQuery) => void;
}

/** How a question was understood: each part with what else it could be, and without it where the query allows that. */
export function ReadingChips({ reading, onChange }: ReadingChipsProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.chips} aria-label={t('assistant.figures.understood')}>
      {reading.parts.map(({ key, meaning, alternatives, without }) => (
        <li key={key} className={classes.chip}>
          {alternatives.length === 0 ? (
            <span className={classes.meaning}>{meaning}</span>
          ) : (
            <DropdownMenu position="bottom-start" withinPortal>
              <Menu.Target>
                <UnstyledButton
                  className={classes.meaning}
                  aria-label={t('assistant.figures.change', { part: meaning })}
                >
                  {meaning}
                  <IconChevronDown size={14} stroke={1.7} aria-hidden />
                </UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown className={classes.menu}>
                {alternatives.map(({ title, query }) => (
                  <Menu.Item key={JSON.stringify(query)} onClick={() => onChange(query)}>
                    {title}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </DropdownMenu>
          )}
          {without && (
            <UnstyledButton
              className={classes.remove}
              aria-label={t('assistant.figures.remove', { part: meaning })}
              onClick={() => onChange(without)}
            >
              <IconX size={14} stroke={1.7} aria-hidden />
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  );
}
