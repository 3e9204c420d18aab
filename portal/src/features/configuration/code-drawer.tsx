import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import type { ConfigurationCode, MappedCode } from '@rise/contract';
import { DetailDrawer, DetailList } from '@rise/ui';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { useCodeName } from './code-text.tsx';
import { dayAfter, dayBefore, entriesIn, findGaps, hasOverlap, setEntries } from './draft.rules.ts';
import type { Workbench } from './use-workbench.ts';
import classes from './configuration.module.css';

/** What one code maps to, on which days and with which attributes. */
export function CodeDrawer({
  bench,
  code,
  onClose,
}: {
  bench: Workbench;
  code: ConfigurationCode;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const name = useCodeName()(code.code);
  const { codes, draft } = bench;
  const [entries, setOwn] = useState<readonly MappedCode[]>(() => {
    const own = entriesIn(draft, code);
    return own.length > 0 ? own : [emptyEntry(code.code)];
  });
  const filled = entries
    .filter(({ value }) => value.trim() !== '')
    .map((entry) => ({ ...entry, value: entry.value.trim() }));
  const overlaps = hasOverlap(filled);
  const isReversed = filled.some(({ from, until }) => from !== null && until !== null && from > until);
  const isReserved = filled.some(({ value }) => value === 'unmapped');
  const gaps = findGaps(filled, code);
  const change = (index: number, next: Partial<MappedCode>) =>
    setOwn(entries.map((entry, place) => (place === index ? { ...entry, ...next } : entry)));
  const addFrom = () => {
    const last = entries.at(-1);
    const from = dayAfter(codes.asOf ?? code.last ?? '2000-01-01');
    const ended =
      last && last.until === null ? [...entries.slice(0, -1), { ...last, until: dayBefore(from) }] : entries;
    setOwn([...ended, { ...emptyEntry(code.code), from, attributes: last?.attributes ?? {} }]);
  };
  const apply = () => {
    const sorted = filled.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
    bench.change(setEntries(draft, [{ code, entries: sorted }]));
    onClose();
  };
  const issue = overlaps ? 'overlap' : isReversed ? 'reversed' : isReserved ? 'reservedValue' : null;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={name}
      subtitle={t('configuration.entry.subtitle')}
      footer={
        <>
          {issue && (
            <p role="alert" className={classes.error}>
              {t(`configuration.entry.${issue}`)}
            </p>
          )}
          <Button variant="default" onClick={onClose}>
            {t('configuration.cancel')}
          </Button>
          <Button disabled={issue !== null} onClick={apply}>
            {t('configuration.apply')}
          </Button>
        </>
      }
    >
      <DetailList
        items={[
          { name: t('configuration.columns.rows'), value: code.rows },
          ...(code.first === null || code.last === null
            ? []
            : [
                {
                  name: t('configuration.columns.seen'),
                  value: `${formatDay(code.first, i18n.language)} – ${formatDay(code.last, i18n.language)}`,
                },
              ]),
        ]}
      />
      <ol className={classes.entries}>
        {entries.map((entry, index) => (
          <Entry
            // Entries have no identity of their own: they are their place.
            key={index}
            entry={entry}
            number={index + 1}
            bench={bench}
            onChange={(next) => change(index, next)}
            onRemove={() =>
              setOwn(entries.length === 1 ? [emptyEntry(code.code)] : entries.filter((_, place) => place !== index))
            }
          />
        ))}
      </ol>
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={addFrom}>
        {t('configuration.entry.add')}
      </Button>
      {gaps.length > 0 && (
        <p className={classes.open} role="status">
          {t('configuration.entry.gap', {
            days: gaps
              .map(({ from, until }) => `${formatDay(from, i18n.language)} – ${formatDay(until, i18n.language)}`)
              .join(', '),
          })}
        </p>
      )}
    </DetailDrawer>
  );
}

const emptyEntry = (code: string | null): MappedCode => ({ code, value: '', attributes: {}, from: null, until: null });

function Entry(props: {
  entry: MappedCode;
  number: number;
  bench: Workbench;
  onChange: (next: Partial<MappedCode>) => void;
  onRemove: () => void;
}) {
  const { entry, number, bench, onChange, onRemove } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  const { targets, attributes } = bench.codes;
  const label = t('configuration.entry.value', { number });
  const day = (field: 'from' | 'until', text: string) => (
    <TextInput
      size="xs"
      type="date"
      label={text}
      value={entry[field] ?? ''}
      onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value === '' ? null : currentTarget.value })}
    />
  );
  return (
    <li className={classes.entry}>
      {targets === null ? (
        <TextInput
          size="xs"
          label={label}
          value={entry.value}
          maxLength={200}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      ) : (
        <NativeSelect
          size="xs"
          label={label}
          value={entry.value}
          data={[
            { value: '', label: t('configuration.choose') },
            ...(entry.value === '' || targets.some(({ value }) => value === entry.value)
              ? []
              : [{ value: entry.value, label: t('configuration.unknownTarget', { value: entry.value }) }]),
            ...targets.map(({ value, title }) => ({ value, label: localize(title) })),
          ]}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      )}
      {day('from', t('configuration.entry.from'))}
      {day('until', t('configuration.entry.until'))}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('configuration.entry.remove', { number })}
        onClick={onRemove}
      >
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
      {attributes.map(({ name, title }) => (
        <TextInput
          key={name}
          size="xs"
          label={localize(title)}
          value={entry.attributes[name] ?? ''}
          maxLength={200}
          onChange={({ currentTarget }) => {
            const { [name]: _removed, ...rest } = entry.attributes;
            onChange({ attributes: currentTarget.value === '' ? rest : { ...rest, [name]: currentTarget.value } });
          }}
        />
      ))}
    </li>
  );
}
