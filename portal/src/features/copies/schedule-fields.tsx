import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { weekdayName } from './schedule-text.ts';
import type { Every, ScheduleDraft } from './copy-draft.rules.ts';
import classes from './copies.module.css';

const TIMES = ['never', 'hour', 'day', 'weekday', 'week'] as const satisfies readonly Every[];
const DAYS = [1, 2, 3, 4, 5, 6, 7];

export interface ScheduleFieldsProps {
  schedule: ScheduleDraft;
  options?: readonly Every[];
  onChange: (schedule: ScheduleDraft) => void;
}

/** When a copy runs by itself. */
export function ScheduleFields({ schedule, options = TIMES, onChange }: ScheduleFieldsProps) {
  const { t, i18n } = useTranslation();
  const { every, at, day, minute } = schedule;
  const change = (more: Partial<ScheduleDraft>) => onChange({ ...schedule, ...more });
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('copies.form.when')}</legend>
      <div className={classes.row}>
        <NativeSelect
          label={t('copies.schedule.label')}
          value={every}
          data={options.map((value) => ({ value, label: t(`copies.schedule.options.${value}`) }))}
          onChange={(event) => change({ every: event.currentTarget.value as Every })}
        />
        {every === 'week' && (
          <NativeSelect
            label={t('copies.schedule.dayLabel')}
            value={String(day)}
            data={DAYS.map((value) => ({ value: String(value), label: weekdayName(value, i18n.language) }))}
            onChange={(event) => change({ day: Number(event.currentTarget.value) })}
          />
        )}
        {every === 'hour' && (
          <NumberInput
            label={t('copies.schedule.minuteLabel')}
            min={0}
            max={59}
            allowDecimal={false}
            clampBehavior="strict"
            hideControls
            value={minute}
            onChange={(value) => change({ minute: Number(value) || 0 })}
          />
        )}
        {every !== 'never' && every !== 'hour' && every !== 'load' && (
          <TextInput
            type="time"
            label={t('copies.schedule.atLabel')}
            required
            value={at}
            onChange={(event) => change({ at: event.currentTarget.value })}
          />
        )}
      </div>
      {every !== 'never' && (
        <p className={classes.hint}>{t(every === 'load' ? 'copies.schedule.loadHint' : 'copies.schedule.hint')}</p>
      )}
    </fieldset>
  );
}
