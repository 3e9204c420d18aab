import { Button, Textarea } from '@mantine/core';
import { DetailDrawer, DetailSection } from '@rise/ui';
import { icons } from '@rise/shell/navigation/icons';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { SaveLine } from '../../components/save-line.tsx';
import { useAutosave } from '../../components/use-autosave.ts';
import type { BoardSummary } from './board.ts';
import { MemberField } from './member-field.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import { TitleField } from './title-field.tsx';
import { useBoardsActs } from './use-boards-acts.ts';
import classes from './form.module.css';

/** Icons that a board can have. */
const CHOICES = [
  'task',
  'report',
  'home',
  'chart',
  'coins',
  'megaphone',
  'calendar',
  'shield',
  'star',
  'bank',
] as const;

interface BoardSettingsProps {
  /** Null while the drawer is closed. */
  board: BoardSummary | null;
  onClose: () => void;
}

/** Title, description, icon and members of a board, in a drawer. */
export function BoardSettings({ board, onClose }: BoardSettingsProps) {
  const t = useScrumboardTexts();
  const [last, setLast] = useState(board);
  // While the drawer closes, it keeps showing the last board.
  if (board !== null && board !== last) setLast(board);
  return (
    <DetailDrawer opened={board !== null} onClose={onClose} title={t('boardSettings')}>
      {last && <BoardForm key={last.id} board={last} />}
    </DetailDrawer>
  );
}

type BoardFields = Pick<BoardSummary, 'id' | 'title' | 'description' | 'icon'> & { members: string[] };

function BoardForm({ board }: { board: BoardSummary }) {
  const t = useScrumboardTexts();
  const { remove } = useBoardsActs();
  const { data: members = [] } = useDemoQuery('scrumboard', 'GET /api/apps/scrumboard/members');
  const [save] = useState(
    () => (change: Partial<BoardFields>) =>
      call('PATCH /api/apps/scrumboard/board', { body: { id: board.id, board: change } }),
  );
  const { title, description, icon } = board;
  const [record, setRecord] = useState({ board, fields: fieldsOf(board) });
  // The same object as long as the board is the same: what was entered is compared with it.
  if (record.board !== board) setRecord({ board, fields: fieldsOf(board) });
  const { value, change, state, retry } = useAutosave<BoardFields>(record.fields, save);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isNew] = useState(title === t('newBoard') && description === null);
  useEffect(() => {
    if (isNew) field.current?.select();
  }, [isNew]);
  return (
    <div className={classes['form']}>
      <TitleField ref={field} title={value.title} onChange={(next) => change({ title: next })} />
      <Textarea
        rows={3}
        classNames={{ input: classes['growing'] ?? '' }}
        label={t('description')}
        maxLength={2000}
        value={value.description ?? ''}
        onChange={({ currentTarget }) => change({ description: currentTarget.value || null })}
      />
      <DetailSection title={t('icon')}>
        <IconChoice icon={value.icon} current={icon} onChange={(next) => change({ icon: next })} />
      </DetailSection>
      <MemberField members={members} chosen={value.members} onChange={(chosen) => change({ members: chosen })} />
      <SaveLine state={state} retry={retry} />
      <div className={classes['acts']}>
        <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => remove(board)}>
          {t('deleteBoard')}
        </Button>
      </div>
    </div>
  );
}

const fieldsOf = ({ id, title, description, icon, members }: BoardSummary): BoardFields => ({
  id,
  title,
  description,
  icon,
  members: members.map(({ id }) => id),
});

interface IconChoiceProps {
  icon: BoardSummary['icon'];
  /** The stored one, which is offered as well. */
  current: BoardSummary['icon'];
  onChange: (icon: BoardSummary['icon']) => void;
}

function IconChoice({ icon, current, onChange }: IconChoiceProps) {
  const t = useScrumboardTexts();
  return (
    <div className={classes['icons']} role="radiogroup" aria-label={t('icon')}>
      {[...new Set([...CHOICES, current])].map((name) => {
        const Picture = icons[name];
        return (
          <label key={name} className={classes['icon']}>
            <input
              type="radio"
              name="board-icon"
              aria-label={name}
              checked={name === icon}
              onChange={() => onChange(name)}
            />
            <Picture size={20} stroke={1.7} aria-hidden />
          </label>
        );
      })}
    </div>
  );
}
