import { NumberInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ReportParameter } from '@rise/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enteredValue, numberFieldProps, storedValue } from '../../../figures/entered-value.ts';

/** For so long, in milliseconds, a reader may go on typing before figures follow. */
const PAUSE = 400;
/** By which keys change a value of whose parameter none is said, as it is entered. */
const USUAL_STEP = 1;

interface ParameterInputProps {
  label: string;
  parameter: Pick<ReportParameter, 'unit' | 'min' | 'max' | 'step'>;
  value: number;
  /** Why a value is not allowed; null if it is. */
  refusal: (value: number) => string | null;
  /** Null for the default. */
  onChange: (value: number | null) => void;
  className?: string | undefined;
}

/** A number that is set once its reader pauses; left empty it has its default again. */
export function ParameterInput({ label, parameter, value, refusal, onChange, className }: ParameterInputProps) {
  const { i18n } = useTranslation();
  const shown = enteredValue(value, parameter);
  const [entered, setEntered] = useState<string | number>(shown);
  const [known, setKnown] = useState(shown);
  // A view, a link, or another page of the report.
  if (known !== shown) {
    setKnown(shown);
    setEntered(shown);
  }
  const stored = typeof entered === 'number' ? storedValue(entered, parameter) : null;
  const refused = stored === null ? null : refusal(stored);
  const set = useDebouncedCallback((next: number) => {
    const chosen = storedValue(next, parameter);
    if (chosen !== value && refusal(chosen) === null) onChange(chosen);
  }, PAUSE);
  return (
    <NumberInput
      className={className ?? ''}
      label={label}
      value={entered}
      step={parameter.step === undefined ? USUAL_STEP : enteredValue(parameter.step, parameter)}
      {...numberFieldProps(i18n.language, parameter)}
      error={refused}
      onChange={(next) => {
        setEntered(next);
        if (typeof next === 'number') set(next);
      }}
      onBlur={() => {
        if (entered === '') {
          setEntered(shown);
          onChange(null);
        } else set.flush();
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') set.flush();
      }}
    />
  );
}
