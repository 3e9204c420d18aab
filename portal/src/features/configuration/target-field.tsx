import { NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workbench } from './use-workbench.ts';

/** The value that the engine gives to unmapped codes; no code can be mapped to it. */
const RESERVED = 'unmapped';

/** Chooses a target of the model, or any text with the tenant's categories as suggestions. */
export function TargetField(props: {
  label: string;
  bench: Workbench;
  value: string;
  onChoose: (value: string) => void;
  /** Offers to remove the value. */
  onClear?: () => void;
}) {
  const { label, bench, value, onChoose, onClear } = props;
  const { t } = useTranslation();
  if (bench.codes.targets === null) return <FreeTarget key={value} {...props} />;
  const isKnown = value === '' || bench.options.some((option) => option.value === value);
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      data={[
        { value: '', label: t(value === '' ? 'configuration.choose' : 'configuration.unmapped') },
        ...(isKnown ? [] : [{ value, label: t('configuration.unknownTarget', { value }) }]),
        ...bench.options.map((option) => ({ value: option.value, label: option.title })),
      ]}
      onChange={({ currentTarget }) => (currentTarget.value === '' ? onClear?.() : onChoose(currentTarget.value))}
    />
  );
}

function FreeTarget({ label, bench, value, onChoose, onClear }: Parameters<typeof TargetField>[0]) {
  const { t } = useTranslation();
  const list = useId();
  const [text, setText] = useState(value);
  const isReserved = text.trim() === RESERVED;
  const commit = () => {
    const next = text.trim();
    if (isReserved || next === value) return;
    if (next === '') onClear?.();
    else onChoose(next);
  };
  return (
    <>
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={t('configuration.choose')}
        list={list}
        maxLength={200}
        autoComplete="off"
        value={text}
        error={isReserved ? t('configuration.reserved', { word: RESERVED }) : null}
        onChange={({ currentTarget, nativeEvent }) => {
          setText(currentTarget.value);
          // Picked from the list instead of typed: it counts at once.
          const { inputType } = nativeEvent as InputEvent;
          const isPicked = inputType === undefined || inputType === 'insertReplacementText';
          if (isPicked && bench.options.some((option) => option.value === currentTarget.value))
            onChoose(currentTarget.value);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <datalist id={list}>
        {bench.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </datalist>
    </>
  );
}
