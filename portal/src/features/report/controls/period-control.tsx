import { NativeSelect, TextInput } from '@mantine/core';
import { writePeriod } from '@rise/contract/report-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { dimensionNamed } from '../fields.ts';
import { type Period, readPeriod } from '../period.state.ts';
import { useOpenReport } from '../report-context.ts';
import { PERIOD_PRESETS, periodName } from './period-names.ts';
import classes from './controls.module.css';

const CUSTOM = 'custom';

/** The days that the report is limited to: one of the usual ranges, or any. Nothing where the report has no date for it. */
export function PeriodControl() {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, choices, choose } = useOpenReport();
  const { period } = report.document;
  const [isOpen, setIsOpen] = useState(false);
  if (!period) return null;
  const usual = period.default ?? {};
  const shown = choices.period ?? usual;
  const name = writePeriod(shown);
  const isRange = 'since' in shown || 'until' in shown;
  const presets = [...new Set([...PERIOD_PRESETS, writePeriod(usual), ...(isRange ? [] : [name])])].filter(
    (preset) => !preset.includes('..'),
  );
  const set = (next: Period) => choose({ period: writePeriod(next) === writePeriod(usual) ? undefined : next });
  const range = shown as { since?: string; until?: string };
  const setDay = (day: 'since' | 'until', value: string) => {
    const { [day]: _former, ...other } = isRange ? range : {};
    set({ ...other, ...(value && { [day]: value }) });
  };
  const dimension = dimensionNamed(report, period.field);
  return (
    <div className={classes.period}>
      <NativeSelect
        label={dimension ? localize(dimension.title) : t('report.days.label')}
        value={isRange || isOpen ? CUSTOM : name}
        data={[
          ...presets.map((preset) => ({ value: preset, label: periodName(readPeriod(preset) ?? {}, t) })),
          { value: CUSTOM, label: t('report.days.custom') },
        ]}
        onChange={({ currentTarget: { value } }) => {
          setIsOpen(value === CUSTOM);
          if (value !== CUSTOM) set(readPeriod(value) ?? {});
        }}
      />
      {(isRange || isOpen) && (
        <>
          {(['since', 'until'] as const).map((day) => (
            <TextInput
              key={day}
              type="date"
              label={t(`report.days.${day}`)}
              value={range[day] ?? ''}
              onChange={({ currentTarget }) => setDay(day, currentTarget.value)}
            />
          ))}
        </>
      )}
    </div>
  );
}
