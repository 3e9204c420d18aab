import { useId } from 'react';
import classes from './segmented-choice.module.css';

export interface SegmentedChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few choices side by side, one of them selected. */
export function SegmentedChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classes['choice']}>
      <legend className={classes['legend']}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes['option']} data-on={option.value === value || undefined}>
          <input
            type="radio"
            className={classes['input']}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
