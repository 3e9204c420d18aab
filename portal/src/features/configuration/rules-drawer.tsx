import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import type { MappingRule } from '@rise/contract';
import { DetailDrawer } from '@rise/ui';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workbench } from './use-workbench.ts';
import classes from './configuration.module.css';

const MATCHES = ['starts_with', 'ends_with', 'contains', 'glob'] as const;
const MODES = ['suggest', 'automatic'] as const;

/** Rules by pattern: what suggests or maps codes that nobody has mapped. Saved with the draft. */
export function RulesDrawer({ bench, onClose }: { bench: Workbench; onClose: () => void }) {
  const { t } = useTranslation();
  const { codes, draft } = bench;
  const [rules, setRules] = useState<readonly MappingRule[]>(draft.rules ?? codes.rules);
  const isComplete = rules.every(
    ({ pattern, value }) => pattern !== '' && value.trim() !== '' && value.trim() !== 'unmapped',
  );
  const change = (index: number, next: Partial<MappingRule>) =>
    setRules(rules.map((rule, place) => (place === index ? { ...rule, ...next } : rule)));
  const move = (index: number, by: number) => {
    const next = [...rules];
    const [rule] = next.splice(index, 1);
    next.splice(index + by, 0, rule!);
    setRules(next);
  };
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
        <>
          {!isComplete && <p className={classes.hint}>{t('configuration.rules.incomplete')}</p>}
          <Button variant="default" onClick={onClose}>
            {t('configuration.cancel')}
          </Button>
          <Button disabled={!isComplete} onClick={apply}>
            {t('configuration.apply')}
          </Button>
        </>
      }
    >
      <ol className={classes.entries}>
        {rules.map((rule, index) => (
          <li
            // Rules have no identity of their own: they are their place.
            key={index}
            className={classes.rule}
          >
            <NativeSelect
              size="xs"
              aria-label={t('configuration.rules.match', { number: index + 1 })}
              value={rule.match}
              data={MATCHES.map((value) => ({ value, label: t(`configuration.rules.matches.${value}`) }))}
              onChange={({ currentTarget }) => change(index, { match: currentTarget.value as MappingRule['match'] })}
            />
            <TextInput
              size="xs"
              aria-label={t('configuration.rules.pattern', { number: index + 1 })}
              placeholder={t('configuration.rules.patternHint')}
              value={rule.pattern}
              maxLength={200}
              onChange={({ currentTarget }) => change(index, { pattern: currentTarget.value })}
            />
            {codes.targets === null ? (
              <TextInput
                size="xs"
                aria-label={t('configuration.rules.value', { number: index + 1 })}
                placeholder={t('configuration.columns.target')}
                value={rule.value}
                maxLength={200}
                onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
              />
            ) : (
              <NativeSelect
                size="xs"
                aria-label={t('configuration.rules.value', { number: index + 1 })}
                value={rule.value}
                data={[
                  { value: '', label: t('configuration.choose') },
                  ...bench.options.map(({ value, title }) => ({ value, label: title })),
                ]}
                onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
              />
            )}
            <NativeSelect
              size="xs"
              aria-label={t('configuration.rules.mode', { number: index + 1 })}
              value={rule.mode}
              data={MODES.map((value) => ({ value, label: t(`configuration.rules.modes.${value}`) }))}
              onChange={({ currentTarget }) => change(index, { mode: currentTarget.value as MappingRule['mode'] })}
            />
            <span className={classes.ruleTools}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                disabled={index === 0}
                aria-label={t('configuration.rules.up', { number: index + 1 })}
                onClick={() => move(index, -1)}
              >
                <IconArrowUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                disabled={index === rules.length - 1}
                aria-label={t('configuration.rules.down', { number: index + 1 })}
                onClick={() => move(index, 1)}
              >
                <IconArrowDown size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('configuration.rules.remove', { number: index + 1 })}
                onClick={() => setRules(rules.filter((_, place) => place !== index))}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ol>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setRules([...rules, { match: 'starts_with', pattern: '', value: '', mode: 'suggest' }])}
      >
        {t('configuration.rules.add')}
      </Button>
    </DetailDrawer>
  );
}
