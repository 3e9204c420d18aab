import { Button } from '@mantine/core';
import type { TenantParameter, TenantParameterUsage } from '@rise/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { DatedValues } from './dated-values.tsx';
import { writeRange, writeValue } from './parameter-text.ts';
import { changesIn, type Draft, enteredIn, isDefault, type ParameterDraft } from './parameters.rules.ts';
import { ValueField } from './value-field.tsx';
import classes from './parameters.module.css';

export interface ParameterItemProps {
  parameter: TenantParameter;
  draft: Draft;
  /** Shows what is wrong with the entries. */
  checked: boolean;
  readOnly: boolean;
  usage: TenantParameterUsage | undefined;
  onEnter: (entered: ParameterDraft) => void;
  onAbout: () => void;
}

/** A parameter's meaning, values and default. */
export function ParameterItem(props: ParameterItemProps) {
  const { parameter, draft, checked, readOnly, usage, onEnter, onAbout } = props;
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const described = useId();
  const { name, description } = parameter;
  const title = localize(parameter.title);
  const range = writeRange(parameter, t, i18n.language);
  const facts = [
    t('parameters.default', { value: writeValue(parameter, parameter.default, t, i18n.language) }),
    ...(range === null ? [] : [t('parameterValues.allowed', { range })]),
    t('parameters.usedAs', { name }),
  ];
  return (
    <li className={classes.parameter}>
      <ValueField
        parameter={parameter}
        name={name}
        label={title}
        entered={enteredIn(parameter, draft)}
        checked={checked}
        readOnly={readOnly}
        describedBy={described}
        onEnter={(value) => onEnter({ ...draft[name], value })}
      />
      <div id={described} className={classes.hint}>
        {description && <p>{localize(description)}</p>}
        <p>{facts.join(' · ')}</p>
      </div>
      <DatedValues
        parameter={parameter}
        changes={changesIn(parameter, draft)}
        checked={checked}
        readOnly={readOnly}
        onChange={(changes) => onEnter({ ...draft[name], changes })}
      />
      <div className={classes.links}>
        {usage && <Usage usage={usage} title={title} onAbout={onAbout} />}
        {!readOnly && !isDefault(parameter, draft) && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('parameters.resetLabel', { title })}
            onClick={() => onEnter({ ...draft[name], value: null })}
          >
            {t('parameters.reset')}
          </Button>
        )}
      </div>
    </li>
  );
}

function Usage({ usage, title, onAbout }: { usage: TenantParameterUsage; title: string; onAbout: () => void }) {
  const { t } = useTranslation();
  const { measures, dimensions, rules, reports } = usage;
  const used = [
    ...(measures.length > 0 ? [t('parameterValues.measures', { count: measures.length })] : []),
    ...(dimensions.length > 0 ? [t('parameterValues.dimensions', { count: dimensions.length })] : []),
    ...(rules.length > 0 ? [t('parameterValues.rules', { count: rules.length })] : []),
    ...(reports.length > 0 ? [t('parameterValues.reports', { count: reports.length })] : []),
  ];
  if (used.length === 0) return <p className={classes.hint}>{t('parameterValues.unused')}</p>;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={t('parameterValues.aboutLabel', { title, what: used.join(', ') })}
      onClick={onAbout}
    >
      {t('parameterValues.usedIn', { what: used.join(', ') })}
    </Button>
  );
}
