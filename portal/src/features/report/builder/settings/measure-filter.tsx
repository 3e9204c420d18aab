import { NativeSelect, NumberInput } from '@mantine/core';
import type { CatalogDataset, CatalogMeasure, Having } from '@rise/contract';

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enteredValue, numberFieldProps, storedValue } from '../../../../figures/entered-value.ts';
import { useLocalize } from '../../../../i18n/use-language.ts';
import {
  havingOf,
  limitsOfHaving,
  MEASURE_OPERATORS,
  type MeasureLimit,
  type MeasureOperator,
} from './measure-filter.rules.ts';
import { OtherFilter } from './other-filter.tsx';
import { RemoveButton } from './remove-button.tsx';
import classes from './settings.module.css';

const SIGNS = { gte: '≥', gt: '>', lte: '≤', lt: '<' } as const;
const MOST = 10;

interface MeasureFilterProps {
  dataset: CatalogDataset;
  having: Having | undefined;
  /** Null takes the filter away. */
  onChange: (having: Having | null) => void;
}

/** What the measures of a member have to be for a tile to show it. */
export function MeasureFilter({ dataset, having, onChange }: MeasureFilterProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  /** The measure of a condition whose value is still to be entered. */
  const [started, setStarted] = useState<string | null>(null);
  const limits = limitsOfHaving(having);
  const label = t('builder.measureFilter.title');
  if (limits === null) return <OtherFilter label={label} onRemove={() => onChange(null)} />;
  const write = (next: readonly MeasureLimit[]) => onChange(havingOf(next));
  const options = dataset.measures.filter(({ format }) => format.unit !== 'date' && format.unit !== 'time');
  return (
    <div className={classes.part} role="group" aria-label={label}>
      <span className={classes.label}>{label}</span>
      {limits.map((limit, index) => (
        <LimitFields
          // Conditions have no names of their own, and are edited in place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          measure={dataset.measures.find(({ name }) => name === limit.measure)}
          limit={limit}
          onChange={(next) => write(limits.map((one, at) => (at === index ? next : one)))}
          onRemove={() => write(limits.filter((_, at) => at !== index))}
        />
      ))}
      {started !== null && (
        <LimitFields
          key={`new ${started}`}
          measure={dataset.measures.find(({ name }) => name === started)}
          limit={{ measure: started, op: 'gte', value: null }}
          onChange={(next) => {
            setStarted(null);
            write([...limits, next]);
          }}
          onRemove={() => setStarted(null)}
        />
      )}
      {started === null && limits.length < MOST && (
        <NativeSelect
          size="xs"
          aria-label={t('builder.settings.addTo', { list: label })}
          value=""
          data={[
            { value: '', label: t('builder.filter.add') },
            ...options.map(({ name, title }) => ({ value: name, label: localize(title) })),
          ]}
          onChange={({ currentTarget }) => setStarted(currentTarget.value === '' ? null : currentTarget.value)}
        />
      )}
      {(limits.length > 0 || started !== null) && <p className={classes.help}>{t('builder.measureFilter.help')}</p>}
    </div>
  );
}

interface LimitFieldsProps {
  /** Undefined where the model no longer has it. */
  measure: CatalogMeasure | undefined;
  limit: Omit<MeasureLimit, 'value'> & { value: string | number | null };
  onChange: (limit: MeasureLimit) => void;
  onRemove: () => void;
}

/** A condition is stored once it has a value, and a value once it is left or confirmed. */
function LimitFields({ measure, limit, onChange, onRemove }: LimitFieldsProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const [op, setOp] = useState<MeasureOperator>(limit.op);
  const stored = limit.value === null ? '' : enteredValue(limit.value, measure?.format);
  const [entered, setEntered] = useState<string | number>(stored);
  const [known, setKnown] = useState({ op: limit.op, stored });
  // Another editor's change, or an undone one.
  if (known.op !== limit.op || known.stored !== stored) {
    setKnown({ op: limit.op, stored });
    setOp(limit.op);
    setEntered(stored);
  }
  const input = useRef<HTMLInputElement>(null);
  const isNew = limit.value === null;
  // The value is what is missing of a new condition.
  useEffect(() => {
    if (isNew) input.current?.focus();
  }, [isNew]);
  const title = measure ? localize(measure.title) : limit.measure;
  const store = (nextOp: MeasureOperator) => {
    if (typeof entered !== 'number' || (entered === stored && nextOp === limit.op)) return;
    onChange({ measure: limit.measure, op: nextOp, value: storedValue(entered, measure?.format) });
  };
  return (
    <div className={classes.limit} role="group" aria-label={title}>
      <span className={classes.name}>{title}</span>
      <RemoveButton label={t('builder.settings.take', { name: title })} onClick={onRemove} />
      <NativeSelect
        size="xs"
        aria-label={t('builder.measureFilter.condition')}
        value={op}
        data={MEASURE_OPERATORS.map((value) => ({ value, label: SIGNS[value] }))}
        onChange={({ currentTarget }) => {
          setOp(currentTarget.value as MeasureOperator);
          store(currentTarget.value as MeasureOperator);
        }}
      />
      <NumberInput
        size="xs"
        aria-label={t('builder.measureFilter.value')}
        placeholder={t('builder.measureFilter.value')}
        hideControls
        {...numberFieldProps(i18n.language, measure?.format)}
        ref={input}
        value={entered}
        onChange={setEntered}
        onBlur={() => store(op)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') store(op);
        }}
      />
    </div>
  );
}
