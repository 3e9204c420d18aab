import { Menu } from '@mantine/core';
import { DropdownMenu } from '@rise/ui';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './period-menu.module.css';

interface PeriodMenuProps<Value extends string> {
  /** Accessible name, such as “Period of conversions”. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A compact menu for a card's period. */
export function PeriodMenu<Value extends string>({ label, options, value, onChange }: PeriodMenuProps<Value>) {
  const current = options.find((option) => option.value === value)?.label ?? '';
  return (
    <DropdownMenu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes['button']} aria-label={`${label}: ${current}`}>
          {current}
          <IconChevronDown size={14} stroke={1.7} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes['dropdown']}>
        <Menu.RadioGroup aria-label={label} value={value} onChange={(chosen) => onChange(chosen as Value)}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick className={classes['item']}>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
