import { Switch } from '@mantine/core';
import classes from './form.module.css';

interface SwitchRowProps {
  label: string;
  description: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Words at the left, the switch at the right; all of it can be pressed. */
export function SwitchRow({ label, description, checked, onChange }: SwitchRowProps) {
  return (
    <Switch
      className={classes['switch']!}
      labelPosition="left"
      label={label}
      description={description}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
