import { Button, NativeSelect, NumberInput } from '@mantine/core';
import type { LocalizedText, ReportParameter } from '@rise/contract';
import { isWithin } from '@rise/contract/report-parameters';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enteredValue, numberFieldProps, storedValue } from '../../../../figures/entered-value.ts';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { useBuilder } from '../builder-context.ts';
import { DraftText } from './draft-text.tsx';
import { RemoveButton } from './remove-button.tsx';
import classes from './settings.module.css';

const MOST = 10;
const UNITS = ['number', 'percent'] as const;
const NUMBERS = ['default', 'min', 'max', 'step'] as const;

/** Numbers that readers set, and that formulas of the report's measures name. */
export function ParameterSettings() {
  const { t } = useTranslation();
  const { document, change } = useBuilder();
  const parameters = document.parameters ?? [];
  const write = (next: readonly ReportParameter[]) =>
    change([{ type: 'set', at: ['parameters'], value: next.length > 0 ? next : null }]);
  const add = () => {
    const taken = new Set(parameters.map(({ name }) => name));
    let number = parameters.length + 1;
    while (taken.has(`parameter_${number}`)) number += 1;
    const title = { en: t('builder.parameters.usualName', { number }) };
    write([...parameters, { name: `parameter_${number}`, title, unit: 'percent', default: 0.05 }]);
  };
  return (
    <div className={classes.part} role="group" aria-label={t('builder.parameters.title')}>
      <span className={classes.label}>{t('builder.parameters.title')}</span>
      <p className={classes.help}>{t('builder.parameters.help')}</p>
      {parameters.map((parameter) => (
        <ParameterFields
          key={parameter.name}
          parameter={parameter}
          onChange={(next) => write(parameters.map((one) => (one.name === parameter.name ? next : one)))}
          onRemove={() => write(parameters.filter(({ name }) => name !== parameter.name))}
        />
      ))}
      {parameters.length < MOST && (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {t('builder.parameters.add')}
        </Button>
      )}
    </div>
  );
}

interface ParameterFieldsProps {
  parameter: ReportParameter;
  onChange: (parameter: ReportParameter) => void;
  onRemove: () => void;
}

function ParameterFields({ parameter, onChange, onRemove }: ParameterFieldsProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { name, title, unit } = parameter;
  return (
    <div className={classes.formula}>
      <div className={classes.formulaHead}>
        <DraftText
          label={t('builder.parameters.name')}
          description={t('builder.parameters.inFormulas', { name: `:${name}` })}
          value={localize(title)}
          maxLength={80}
          onChange={(text) => onChange({ ...parameter, title: inLanguage(title, i18n.language, text) })}
        />
        <RemoveButton label={t('builder.settings.take', { name: localize(title) })} onClick={onRemove} />
      </div>
      <NativeSelect
        size="xs"
        label={t('builder.settings.unit')}
        value={unit}
        data={UNITS.map((one) => ({ value: one, label: t(`builder.units.${one}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ ...parameter, unit: currentTarget.value as ReportParameter['unit'] })
        }
      />
      <div className={classes.row}>
        {NUMBERS.map((part) => (
          <NumberField key={part} part={part} parameter={parameter} onChange={onChange} />
        ))}
      </div>
    </div>
  );
}

/** A text with what was entered where it is read: in Turkish if it has a text of its own there. */
const inLanguage = (text: LocalizedText, language: string, entered: string): LocalizedText =>
  language === 'tr' && text.tr !== undefined ? { ...text, tr: entered } : { ...text, en: entered };

interface NumberFieldProps {
  part: (typeof NUMBERS)[number];
  parameter: ReportParameter;
  onChange: (parameter: ReportParameter) => void;
}

/** One of a parameter's numbers, stored once it is left: a default outside of the limits would be refused. */
function NumberField({ part, parameter, onChange }: NumberFieldProps) {
  const { t, i18n } = useTranslation();
  const stored = parameter[part];
  const shown = stored === undefined ? '' : enteredValue(stored, parameter);
  const [entered, setEntered] = useState<string | number>(shown);
  const [known, setKnown] = useState<string | number>(shown);
  if (known !== shown) {
    setKnown(shown);
    setEntered(shown);
  }
  const next: ReportParameter = { ...parameter };
  if (typeof entered === 'number') next[part] = storedValue(entered, parameter);
  else if (part !== 'default') delete next[part];
  const isRefused =
    !isWithin(next, next.default) ||
    (next.min !== undefined && next.max !== undefined && next.min > next.max) ||
    (next.step !== undefined && next.step <= 0);
  const store = () => {
    if (isRefused || next[part] === stored) return setEntered(isRefused ? entered : shown);
    onChange(next);
  };
  return (
    <NumberInput
      size="xs"
      hideControls
      label={t(`builder.parameters.${part}`)}
      value={entered}
      {...numberFieldProps(i18n.language, parameter)}
      error={isRefused ? t('builder.parameters.refused') : null}
      onChange={setEntered}
      onBlur={store}
      onKeyDown={({ key }) => {
        if (key === 'Enter') store();
      }}
    />
  );
}
