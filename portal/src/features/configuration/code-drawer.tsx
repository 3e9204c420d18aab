import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import type { ConfigurationCode, MappedCode } from '@rise/contract';
import { DetailDrawer, DetailList } from '@rise/ui';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { useCodeName } from './code-text.tsx';
import { dayAfter, dayBefore, entriesIn, findGaps, hasOverlap, setEntries } from './draft.rules.ts';
import { useRows } from './use-rows.ts';
import type { Workbench } from './use-workbench.ts';
import shared from './configuration.module.css';
import classes from './drawers.module.css';

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
  const list = useRows<MappedCode>(() => {
    const own = entriesIn(draft, code);
    return own.length > 0 ? own : [emptyEntry(code.code)];
  });
  const filled = list.items
    .filter(({ value }) => value.trim() !== '')
    .map((entry) => ({ ...entry, value: entry.value.trim() }));
  const addFrom = () => {
    const last = list.rows.at(-1);
    const from = dayAfter(codes.asOf ?? code.last ?? '2000-01-01');
    const isOpen = last?.item.until === null && (last.item.from ?? '') < from;
    const before = isOpen
      ? [...list.rows.slice(0, -1), { ...last, item: { ...last.item, until: dayBefore(from) } }]
      : list.rows;
    list.add({ ...emptyEntry(code.code), from, attributes: last?.item.attributes ?? {} }, before);
  };
  const apply = () => {
    const sorted = filled.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
    bench.change(setEntries(draft, [{ code, entries: sorted }]));
    onClose();
  };
  const issue = issueOf(filled);
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={name}
      subtitle={t('configuration.entry.subtitle')}
      footer={
        <div className={classes.drawerFooter}>
          {issue && (
            <p role="alert" className={shared.error}>
              {t(`configuration.entry.${issue}`)}
            </p>
          )}
          <Button variant="default" onClick={onClose}>
            {t('configuration.cancel')}
          </Button>
          <Button disabled={issue !== null} onClick={apply}>
            {t('configuration.apply')}
          </Button>
        </div>
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
                  value: [...new Set([code.first, code.last])].map((day) => formatDay(day, i18n.language)).join(' – '),
                },
              ]),
        ]}
      />
      <ol className={classes.entries}>
        {list.rows.map(({ id, item }, index) => (
          <Entry
            key={id}
            entry={item}
            number={index + 1}
            bench={bench}
            onChange={(next) => list.change(id, next)}
            onRemove={() => list.remove(id)}
          />
        ))}
      </ol>
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={addFrom}>
        {t('configuration.entry.add')}
      </Button>
      <Gaps entries={filled} code={code} />
    </DetailDrawer>
  );
}

function Gaps({ entries, code }: { entries: readonly MappedCode[]; code: ConfigurationCode }) {
  const { t, i18n } = useTranslation();
  const gaps = findGaps(entries, code);
  if (gaps.length === 0) return null;
  const days = gaps.map(({ from, until }) => `${formatDay(from, i18n.language)} – ${formatDay(until, i18n.language)}`);
  return (
    <p className={shared.open} role="status">
      {t('configuration.entry.gap', { days: days.join(', ') })}
    </p>
  );
}

/** What is wrong with the entries of a code; null if nothing is. */
function issueOf(entries: readonly MappedCode[]): 'overlap' | 'reversed' | 'reservedValue' | null {
  if (entries.some(({ value }) => value === 'unmapped')) return 'reservedValue';
  if (entries.some(({ from, until }) => from !== null && until !== null && from > until)) return 'reversed';
  return hasOverlap(entries) ? 'overlap' : null;
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
