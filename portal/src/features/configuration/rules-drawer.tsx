import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import type { MappingRule } from '@rise/contract';
import { DetailDrawer } from '@rise/ui';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRows } from './use-rows.ts';
import type { Workbench } from './use-workbench.ts';
import shared from './configuration.module.css';
import classes from './drawers.module.css';

const MATCHES = ['starts_with', 'ends_with', 'contains', 'glob'] as const;
const MODES = ['suggest', 'automatic'] as const;

/** Rules by pattern: what suggests values for unmapped codes, or maps them. Saved with the draft. */
export function RulesDrawer({ bench, onClose }: { bench: Workbench; onClose: () => void }) {
  const { t } = useTranslation();
  const { codes, draft } = bench;
  const list = useRows<MappingRule>(() => draft.rules ?? codes.rules);
  const rules = list.items;
  const isComplete = rules.every(
    ({ pattern, value }) => pattern !== '' && value.trim() !== '' && value.trim() !== 'unmapped',
  );
  const apply = () => {
    const trimmed = rules.map((rule) => ({ ...rule, value: rule.value.trim() }));
    const { rules: _rules, ...rest } = draft;
    const isSame = JSON.stringify(trimmed) === JSON.stringify(codes.rules);
    bench.change(isSame ? rest : { ...rest, rules: trimmed });
    onClose();
  };
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      size="wide"
      title={t('configuration.rules.title')}
      subtitle={t('configuration.rules.subtitle')}
      footer={
        <div className={classes.drawerFooter}>
          {!isComplete && <p className={shared.hint}>{t('configuration.rules.incomplete')}</p>}
          <Button variant="default" onClick={onClose}>
            {t('configuration.cancel')}
          </Button>
          <Button disabled={!isComplete} onClick={apply}>
            {t('configuration.apply')}
          </Button>
        </div>
      }
    >
      <ol className={classes.entries}>
        {list.rows.map(({ id, item }, index) => (
          <Rule
            key={id}
            rule={item}
            place={{ index, last: rules.length - 1 }}
            bench={bench}
            onChange={(next) => list.change(id, next)}
            onMove={(by) => list.move(index, by)}
            onRemove={() => list.remove(id)}
          />
        ))}
      </ol>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => list.add({ match: 'starts_with', pattern: '', value: '', mode: 'suggest' })}
      >
        {t('configuration.rules.add')}
      </Button>
    </DetailDrawer>
  );
}

function Rule(props: {
  rule: MappingRule;
  place: { index: number; last: number };
  bench: Workbench;
  onChange: (next: Partial<MappingRule>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const { rule, place, bench, onChange, onMove, onRemove } = props;
  const { t } = useTranslation();
  const number = place.index + 1;
  const tool = { variant: 'subtle', color: 'gray', size: 'sm' } as const;
  return (
    <li className={classes.rule}>
      <NativeSelect
        size="xs"
        aria-label={t('configuration.rules.match', { number })}
        value={rule.match}
        data={MATCHES.map((value) => ({ value, label: t(`configuration.rules.matches.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ match: currentTarget.value as MappingRule['match'] })}
      />
      <TextInput
        size="xs"
        aria-label={t('configuration.rules.pattern', { number })}
        placeholder={t('configuration.rules.patternHint')}
        value={rule.pattern}
        maxLength={200}
        onChange={({ currentTarget }) => onChange({ pattern: currentTarget.value })}
      />
      {bench.codes.targets === null ? (
        <TextInput
          size="xs"
          aria-label={t('configuration.rules.value', { number })}
          placeholder={t('configuration.columns.target')}
          value={rule.value}
          maxLength={200}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      ) : (
        <NativeSelect
          size="xs"
          aria-label={t('configuration.rules.value', { number })}
          value={rule.value}
          data={[
            { value: '', label: t('configuration.choose') },
            ...bench.options.map(({ value, title }) => ({ value, label: title })),
          ]}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label={t('configuration.rules.mode', { number })}
        value={rule.mode}
        data={MODES.map((value) => ({ value, label: t(`configuration.rules.modes.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ mode: currentTarget.value as MappingRule['mode'] })}
      />
      <span className={classes.ruleTools}>
        <ActionIcon
          {...tool}
          disabled={place.index === 0}
          aria-label={t('configuration.rules.up', { number })}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...tool}
          disabled={place.index === place.last}
          aria-label={t('configuration.rules.down', { number })}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon {...tool} aria-label={t('configuration.rules.remove', { number })} onClick={onRemove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}
