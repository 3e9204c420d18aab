import type { LocalizedText } from '@rise/contract';
import { DraftText } from './draft-text.tsx';

interface LocalizedFieldsProps {
  value: LocalizedText | undefined;
  labels: { en: string; tr: string };
  maxLength: number;
  rows?: number;
  optional?: boolean;
  /** Null where an optional text is empty. */
  onChange: (value: LocalizedText | null) => void;
}

/** A text in English and, where there is one, in Turkish. */
export function LocalizedFields({ value, labels, maxLength, rows, optional = false, onChange }: LocalizedFieldsProps) {
  const common = { maxLength, ...(rows ? { rows } : {}) };
  return (
    <>
      <DraftText
        {...common}
        label={labels.en}
        value={value?.en ?? ''}
        optional={optional}
        onChange={(en) => onChange(en.trim() === '' ? null : { ...value, en })}
      />
      <DraftText
        {...common}
        label={labels.tr}
        value={value?.tr ?? ''}
        optional
        onChange={(tr) => {
          const en = value?.en ?? tr;
          onChange(tr.trim() === '' ? { en } : { en, tr });
        }}
      />
    </>
  );
}
