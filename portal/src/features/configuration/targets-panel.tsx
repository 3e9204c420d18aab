import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import type { ConfigurationCode, MappingCategory } from '@rise/contract';
import { formatInteger, useFigure, useUiContext } from '@rise/ui';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mappingQuery } from './configuration.queries.ts';
import { renameCategory, toTree } from './draft.rules.ts';
import type { Workbench } from './use-workbench.ts';
import shared from './configuration.module.css';
import classes from './targets.module.css';

interface TargetsPanelProps {
  bench: Workbench;
  /** Codes that are being dragged; null: none. */
  dragged: readonly ConfigurationCode[] | null;
  target: string | null;
  onTarget: (target: string | null) => void;
}

/** Targets with what maps to them. Codes are dropped on one, or assigned by its button while some are selected. */
export function TargetsPanel({ bench, dragged, target, onTarget }: TargetsPanelProps) {
  const { t } = useTranslation();
  const { codes } = bench;
  const isOwn = codes.targets === null;
  const orphans = codes.byTarget.filter(
    ({ value, known }) => !known && !bench.options.some((option) => option.value === value),
  );
  return (
    <section className={classes.targets} aria-label={t(isOwn ? 'configuration.categories' : 'configuration.targets')}>
      <h2 className={classes.targetsTitle}>{t(isOwn ? 'configuration.categories' : 'configuration.targets')}</h2>
      {codes.editable && <p className={shared.hint}>{t('configuration.dropHint')}</p>}
      <ul className={classes.tree}>
        {bench.options.map((option) => (
          <TargetItem
            key={option.value}
            option={option}
            bench={bench}
            dragged={dragged}
            isShown={target === option.value}
            onTarget={onTarget}
          />
        ))}
        {orphans.map(({ value }) => (
          <TargetItem
            key={value}
            option={{ value, title: isOwn ? value : t('configuration.unknownTarget', { value }), depth: 0 }}
            bench={bench}
            dragged={null}
            isShown={target === value}
            onTarget={onTarget}
          />
        ))}
      </ul>
      {isOwn && codes.editable && <NewCategory bench={bench} />}
    </section>
  );
}

function TargetItem(props: {
  option: Workbench['options'][number];
  bench: Workbench;
  dragged: TargetsPanelProps['dragged'];
  isShown: boolean;
  onTarget: TargetsPanelProps['onTarget'];
}) {
  const { option, bench, dragged, isShown, onTarget } = props;
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const write = useFigure();
  const [isOver, setOver] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { codes, selection } = bench;
  const count = codes.byTarget.find(({ value }) => value === option.value);
  const weight = codes.weights.find(({ name }) => name === codes.weight);
  const selected = [...selection.values()];
  if (isEditing) return <EditCategory option={option} bench={bench} onClose={() => setEditing(false)} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its button does the same by keyboard
    <li
      className={classes.targetItem}
      data-over={(isOver && dragged !== null) || undefined}
      data-shown={isShown || undefined}
      style={{ paddingInlineStart: 8 + option.depth * 16 }}
      onDragOver={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (dragged) bench.assign(dragged, option.value);
      }}
    >
      <button
        type="button"
        className={classes.targetName}
        aria-pressed={isShown}
        title={t('configuration.showCodesOf', { value: option.title })}
        onClick={() => onTarget(isShown ? null : option.value)}
      >
        {option.title}
      </button>
      <span className={classes.targetCount}>
        {formatInteger(count?.codes ?? 0, locale)}
        {weight && count?.amount ? (
          <span className={classes.targetAmount}> · {write(count.amount, weight.format, { compact: true })}</span>
        ) : null}
      </span>
      {codes.editable && selected.length > 0 && (
        <Button
          size="compact-xs"
          variant="light"
          aria-label={t('configuration.assignTo', { count: selected.length, value: option.title })}
          onClick={() => bench.assign(selected, option.value)}
        >
          {t('configuration.assign')}
        </Button>
      )}
      {codes.targets === null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('configuration.editCategory', { value: option.title })}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

/** The tenant's categories with the draft; values in use without one are listed as such. */
export function categoriesOf({ codes, draft }: Pick<Workbench, 'codes' | 'draft'>): readonly MappingCategory[] {
  const stored = draft.categories ?? codes.categories;
  const known = new Set(stored.map(({ value }) => value));
  const used = codes.byTarget.map(({ value }) => value).filter((value) => !known.has(value));
  return [...stored, ...used.map((value) => ({ value, parent: null }))];
}

function EditCategory(props: { option: Workbench['options'][number]; bench: Workbench; onClose: () => void }) {
  const { option, bench, onClose } = props;
  const { t } = useTranslation();
  const cache = useQueryClient();
  const categories = categoriesOf(bench);
  const own = categories.find(({ value }) => value === option.value) ?? { value: option.value, parent: null };
  const [name, setName] = useState(own.value);
  const [parent, setParent] = useState(own.parent ?? '');
  const isTaken = name.trim() !== own.value && categories.some(({ value }) => value === name.trim());
  const isUsed = bench.codes.byTarget.some(({ value }) => value === own.value);
  const tree = toTree(categories);
  const start = tree.findIndex(({ value }) => value === own.value);
  // A category cannot move below itself.
  const below = new Set(
    tree
      .filter((_, index) => index === start || (index > start && isBelow(tree, start, index)))
      .map(({ value }) => value),
  );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim();
    if (next === '' || next === 'unmapped' || isTaken) return;
    const moved = categories.map((item) =>
      item.value === own.value ? { ...item, parent: parent === '' ? null : parent } : item,
    );
    if (next === own.value) bench.change({ ...bench.draft, categories: moved });
    else {
      const table = await cache.fetchQuery(mappingQuery(bench.codes.type));
      bench.change(renameCategory(bench.draft, { before: own.value, after: next, table, categories: moved }));
    }
    onClose();
  };
  const remove = () => {
    const rest = categories.filter(({ value }) => value !== own.value);
    const moved = rest.map((item) => (item.parent === own.value ? { ...item, parent: own.parent } : item));
    bench.change({ ...bench.draft, categories: moved });
    onClose();
  };
  return (
    <li className={classes.editCategory}>
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          size="xs"
          label={t('configuration.categoryName')}
          value={name}
          maxLength={200}
          data-autofocus
          error={isTaken ? t('configuration.categoryTaken') : null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label={t('configuration.categoryParent')}
          value={parent}
          data={[
            { value: '', label: t('configuration.noParent') },
            ...categories.filter(({ value }) => !below.has(value)).map(({ value }) => ({ value, label: value })),
          ]}
          onChange={({ currentTarget }) => setParent(currentTarget.value)}
        />
        <div className={classes.editActions}>
          <Button size="compact-sm" type="submit">
            {t('configuration.apply')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {t('configuration.cancel')}
          </Button>
          {!isUsed && (
            <Button size="compact-sm" variant="subtle" color="negative" onClick={remove}>
              {t('configuration.removeCategory')}
            </Button>
          )}
        </div>
      </form>
    </li>
  );
}

/** Whether the item at an index of a tree is below the one at `start`. */
function isBelow(tree: readonly { depth: number }[], start: number, index: number): boolean {
  const { depth } = tree[start]!;
  return tree.slice(start + 1, index + 1).every((item) => item.depth > depth);
}

function NewCategory({ bench }: { bench: Workbench }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const categories = categoriesOf(bench);
  const value = name.trim();
  const isTaken = categories.some((category) => category.value === value);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (value === '' || value === 'unmapped' || isTaken) return;
    bench.change({ ...bench.draft, categories: [...categories, { value, parent: null }] });
    setName('');
  };
  return (
    <form className={classes.newCategory} onSubmit={add}>
      <TextInput
        size="xs"
        aria-label={t('configuration.newCategory')}
        placeholder={t('configuration.newCategory')}
        maxLength={200}
        value={name}
        error={isTaken ? t('configuration.categoryTaken') : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ActionIcon type="submit" variant="default" size="md" aria-label={t('configuration.addCategory')}>
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    </form>
  );
}
