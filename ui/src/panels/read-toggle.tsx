import { Tooltip } from '@mantine/core';
import { useShellTexts } from '../theme/shell-texts.ts';
import classes from './read-toggle.module.css';

/** A dot that is filled while something is unread. */
export function ReadToggle({ read, title, onRead }: { read: boolean; title: string; onRead: (read: boolean) => void }) {
  const shell = useShellTexts();
  const label = read ? shell.markAsUnread : shell.markAsRead;
  return (
    <Tooltip label={label} openDelay={500}>
      <button
        type="button"
        className={classes['toggle']}
        data-read={read || undefined}
        aria-label={`${label}: ${title}`}
        onClick={() => onRead(!read)}
      />
    </Tooltip>
  );
}
