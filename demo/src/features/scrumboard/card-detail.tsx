import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { DetailSection } from '@rise/ui';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../client/client.ts';
import { Checklist } from '../../components/checklist.tsx';
import { dayOf, momentOf } from '../../components/local-day.ts';
import { SaveLine } from '../../components/save-line.tsx';
import { TagPicker } from '../../components/tag-picker.tsx';
import { useAutosave } from '../../components/use-autosave.ts';
import { type Board, type Card, isOverdue, type Member, saveCard } from './board.ts';
import { findCard } from './board.rules.ts';
import { CardComments } from './card-comments.tsx';
import { CoverField } from './cover-field.tsx';
import { MemberField } from './member-field.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import { TitleField } from './title-field.tsx';
import type { BoardActs } from './use-board-acts.ts';
import classes from './form.module.css';

interface CardDetailProps {
  card: Card;
  board: Board;
  members: ReadonlyMap<string, Member>;
  acts: BoardActs;
}

/** A card, which saves itself while it is written. */
export function CardDetail({ card, board, members, acts }: CardDetailProps) {
  const t = useScrumboardTexts();
  const [save] = useState(() => (change: Partial<Card>) => saveCard(card.id, change));
  const { value, change, state, retry } = useAutosave(card, save);
  return (
    <div className={classes['form']}>
      <TitleField title={value.title} onChange={(title) => change({ title })} />
      <CardPlace card={card} board={board} acts={acts} />
      <TextInput
        type="date"
        label={t('due')}
        value={dayOf(value.dueDate)}
        error={isOverdue(value) ? t('dueOverdue') : undefined}
        onChange={({ currentTarget }) => change({ dueDate: momentOf(currentTarget.value) })}
      />
      <MemberField
        // Those of the card come first, who may no longer be on the board.
        members={[...members.values()].filter(
          ({ id }) => value.members.includes(id) || board.members.some((member) => member.id === id),
        )}
        chosen={value.members}
        onChange={(chosen) => change({ members: chosen })}
      />
      <CoverField cover={value.cover} onChange={(cover) => change({ cover })} />
      <DetailSection title={t('labels')}>
        <CardLabels board={board} card={value} onChange={(labels) => change({ labels })} />
      </DetailSection>
      <Textarea
        rows={3}
        classNames={{ input: classes['growing'] ?? '' }}
        label={t('description')}
        value={value.description ?? ''}
        onChange={({ currentTarget }) => change({ description: currentTarget.value || null })}
      />
      <DetailSection title={t('checklist')}>
        <Checklist
          items={value.checklist.map(({ title, ...step }) => ({ ...step, text: title }))}
          onChange={(items) => change({ checklist: items.map(({ text, ...step }) => ({ ...step, title: text })) })}
          maxLength={300}
          texts={{
            done: (title) => t('stepDone', { title }),
            item: (title) => t('step', { title }),
            remove: (title) => t('removeStep', { title }),
            add: t('addStep'),
            addHelp: t('addStepHelp'),
          }}
        />
      </DetailSection>
      <SaveLine state={state} retry={retry} />
      <CardComments card={card} members={members} />
      <div className={classes['acts']}>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => acts.removeCard({ ...card, ...value })}
        >
          {t('deleteCard')}
        </Button>
      </div>
    </div>
  );
}

/** Its list and its position in it, which move it. */
function CardPlace({ card, board, acts }: Pick<CardDetailProps, 'card' | 'board' | 'acts'>) {
  const t = useScrumboardTexts();
  const found = findCard(board, card.id);
  if (!found) return null;
  const { list, place } = found;
  const others = list.cards.filter(({ id }) => id !== card.id);
  return (
    <div className={classes['place']}>
      <NativeSelect
        label={t('inList')}
        value={list.id}
        data={board.lists.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={({ currentTarget }) => acts.move(card.id, { list: currentTarget.value, before: null })}
      />
      <NativeSelect
        label={t('position')}
        value={place}
        data={list.cards.map((_, index) => ({ value: String(index), label: String(index + 1) }))}
        onChange={({ currentTarget }) =>
          acts.move(card.id, { list: list.id, before: others[Number(currentTarget.value)]?.id ?? null })
        }
      />
    </div>
  );
}

interface CardLabelsProps {
  board: Board;
  card: Card;
  onChange: (labels: Card['labels']) => void;
}

function CardLabels({ board, card: { labels }, onChange }: CardLabelsProps) {
  const t = useScrumboardTexts();
  // A label that was just created may not be on the board yet.
  const known = [...labels, ...board.labels];
  return (
    <TagPicker
      tags={board.labels}
      chosen={labels.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.find((label) => label.id === id) ?? []))}
      onCreate={async (title) => {
        const label = { boardId: board.id, title };
        onChange([...labels, await call('PUT /api/apps/scrumboard/board/label', { body: { label } })]);
      }}
      onRename={(id, title) => call('PATCH /api/apps/scrumboard/board/label', { body: { id, label: { title } } })}
      onDelete={(id) => {
        onChange(labels.filter((label) => label.id !== id));
        return call('DELETE /api/apps/scrumboard/board/label', { query: { id } });
      }}
      editText={t('editLabels')}
    />
  );
}
