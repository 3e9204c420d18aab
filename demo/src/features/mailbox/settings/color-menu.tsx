import { ActionIcon, Menu } from '@mantine/core';
import { DropdownMenu } from '@rise/ui';
import { LabelDot } from '../label-dot.tsx';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { COLORS } from './label-colors.ts';

interface ColorMenuProps {
  label: string;
  color: string;
  onChange: (color: string) => void;
}

/** The color of a label, and a menu with all that are offered. */
export function ColorMenu({ label, color, onChange }: ColorMenuProps) {
  const t = useMailboxTexts();
  return (
    <DropdownMenu withinPortal width={180} position="bottom-start">
      <Menu.Target>
        <ActionIcon size={32} variant="default" aria-label={label} title={label}>
          <LabelDot color={color} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={color} onChange={onChange}>
          {COLORS.map(([name, value]) => (
            <Menu.RadioItem key={name} value={value} closeMenuOnClick rightSection={<LabelDot color={value} />}>
              {t(name)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
