import { Switch } from '@mantine/core';
import classes from './form.module.css';

interface SwitchRowProps {
  label: string;
  description: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A label on the left and a switch on the right; the whole row is clickable. */
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
