import { NativeSelect, Textarea, TextInput } from '@mantine/core';

export interface EntryProps {
  label: string;
  description?: string;
  value: string;
  lines?: number;
  /** What is wrong with it. */
  error?: string | null;
  onChange: (value: string) => void;
}

/** A text that is applied when the field is left, since each change rewrites the document. */
export function Entry({ label, description, value, lines = 1, error = null, onChange }: EntryProps) {
  const leave = (entered: string) => entered !== value && onChange(entered);
  const common = { size: 'xs' as const, label, description, error, defaultValue: value };
  // A text that changed elsewhere is mounted again.
  return lines > 1 ? (
    <Textarea key={value} {...common} rows={lines} onBlur={(event) => leave(event.currentTarget.value)} />
  ) : (
    <TextInput key={value} {...common} onBlur={(event) => leave(event.currentTarget.value)} />
  );
}

export interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (string | { value: string; label: string })[];
  error?: string | null;
  onChange: (value: string) => void;
}

/** A choice that keeps a value which the form does not offer, such as a ratio. */
export function Choice({ label, value, options, error = null, onChange }: ChoiceProps) {
  const offered = options.some((one) => (typeof one === 'string' ? one : one.value) === value);
  return (
    <NativeSelect
      size="xs"
      label={label}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...(offered ? [] : [value === '' ? { value: '', label: '–' } : value]), ...options]}
    />
  );
}
