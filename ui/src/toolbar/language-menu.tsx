import { Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { ToolbarButton } from './toolbar-button.tsx';
import menu from '../menus/menu.module.css';

export interface LanguageMenuProps<Code extends string> {
  /** Each by its own name. */
  languages: readonly { code: Code; name: string }[];
  current: Code;
  onChange: (code: Code) => void;
}

/** The languages of the interface; absent where there is no choice. */
export function LanguageMenu<Code extends string>({ languages, current, onChange }: LanguageMenuProps<Code>) {
  const panelTexts = usePanelTexts();
  if (languages.length < 2) return null;
  return (
    <Menu
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      width={180}
      classNames={{ dropdown: menu['dropdown'] }}
    >
      <Menu.Target>
        <ToolbarButton label={panelTexts.language} icon={IconLanguage} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          aria-label={panelTexts.language}
          value={current}
          onChange={(chosen) => {
            const language = languages.find(({ code }) => code === chosen);
            if (language !== undefined) onChange(language.code);
          }}
        >
          {languages.map(({ code, name }) => (
            <Menu.RadioItem
              key={code}
              value={code}
              lang={code}
              closeMenuOnClick
              classNames={{ item: menu['item'] ?? '', itemIndicator: menu['indicator'] ?? '' }}
              rightSection={code === current ? <IconCheck size={16} /> : undefined}
            >
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
