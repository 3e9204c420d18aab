import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useUiContext } from '@rise/ui';
import { useState } from 'react';

interface AmountFieldProps extends Pick<NumberInputProps, 'label' | 'description' | 'error' | 'leftSection' | 'step'> {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Digits after the point; none for counts. */
  decimals?: number;
  unit?: string;
  /** Always shows all decimals. */
  fixed?: boolean;
  'aria-label'?: string;
  disabled?: boolean;
}

const numberOf = (text: string | number): number | null =>
  text === '' || Number.isNaN(Number(text)) ? null : Number(text);

/** The decimal mark of a language. */
const markOf = (locale: string) => (1.5).toLocaleString(locale)[1]!;

/** A number of a product, or none. */
export function AmountField({ value, onChange, decimals = 0, unit, fixed = false, ...rest }: AmountFieldProps) {
  const { locale } = useUiContext();
  // What is typed is not always a number yet, such as "12.".
  const written = value === null ? '' : fixed ? value.toFixed(decimals) : value;
  const [text, setText] = useState<string | number>(written);
  if (numberOf(text) !== value) setText(written);
  return (
    <NumberInput
      {...rest}
      value={text}
      min={0}
      max={10_000_000}
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={false}
      decimalSeparator={markOf(locale)}
      hideControls={decimals > 0 || unit !== undefined}
      rightSection={unit === undefined ? undefined : <span aria-hidden>{unit}</span>}
      onBlur={() => setText(written)}
      onChange={(next) => {
        setText(next);
        onChange(numberOf(next));
      }}
    />
  );
}
