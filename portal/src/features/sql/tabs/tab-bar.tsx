import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { DropdownMenu } from '@rise/ui';
import { IconDots, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenTab } from './tab-store.ts';
import classes from './tab-bar.module.css';

export interface TabBarProps {
  tabs: readonly OpenTab[];
  active: string;
  onOpen: (tab: OpenTab) => void;
  onAdd: () => void;
  onRename: (tab: OpenTab, title: string) => void;
  onDuplicate: (tab: OpenTab) => void;
  onClose: (tab: OpenTab) => void;
}

/** The open tabs. */
export function TabBar({ tabs, active, onOpen, onAdd, onRename, onDuplicate, onClose }: TabBarProps) {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState<string | null>(null);
  const current = tabs.find(({ key }) => key === active)!;
  return (
    <nav aria-label={t('sqlWorkbench.tabs.label')} className={classes.bar}>
      <ul className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.key} className={classes.tab} data-active={tab.key === active || undefined}>
            {renaming === tab.key ? (
              <TitleField
                title={tab.title}
                onDone={(title) => {
                  setRenaming(null);
                  if (title !== null && title !== tab.title) onRename(tab, title);
                }}
              />
            ) : (
              <button
                type="button"
                className={classes.title}
                aria-current={tab.key === active ? 'page' : undefined}
                title={tab.title}
                onClick={() => onOpen(tab)}
                onDoubleClick={() => setRenaming(tab.key)}
              >
                {tab.title}
              </button>
            )}
            {(tabs.length > 1 || tab.sql !== '') && (
              <button
                type="button"
                className={classes.close}
                aria-label={t('sqlWorkbench.tabs.close', { title: tab.title })}
                onClick={() => onClose(tab)}
              >
                <IconX size={14} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      <ActionIcon variant="subtle" color="gray" aria-label={t('sqlWorkbench.tabs.add')} onClick={onAdd}>
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
      <DropdownMenu position="bottom-start">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('sqlWorkbench.tabs.options', { title: current.title })}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRenaming(active)}>{t('sqlWorkbench.tabs.rename')}</Menu.Item>
          <Menu.Item onClick={() => onDuplicate(current)}>{t('sqlWorkbench.tabs.duplicate')}</Menu.Item>
        </Menu.Dropdown>
      </DropdownMenu>
    </nav>
  );
}

/** Null: the title stays. */
function TitleField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  // It takes the place of the button that had the focus.
  useEffect(() => field.current?.focus(), []);
  const done = () => onDone(text.trim() === '' ? null : text.trim());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') done();
    if (event.key === 'Escape') onDone(null);
  };
  return (
    <TextInput
      ref={field}
      size="xs"
      className={classes.field}
      aria-label={t('sqlWorkbench.tabs.title')}
      maxLength={80}
      value={text}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={done}
    />
  );
}
