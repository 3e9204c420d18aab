import { Tooltip } from '@mantine/core';
import { usePanelTexts } from '../texts/panel-texts.ts';
import classes from './read-toggle.module.css';

/** A dot that is filled while something is unread. */
export function ReadToggle({ read, title, onRead }: { read: boolean; title: string; onRead: (read: boolean) => void }) {
  const panelTexts = usePanelTexts();
  const label = read ? panelTexts.markAsUnread : panelTexts.markAsRead;
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
