import { IconAlertCircle, IconCheck, IconClock } from '@tabler/icons-react';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import classes from './status-pill.module.css';

const STYLES = {
  completed: { tone: 'positive', Icon: IconCheck },
  paid: { tone: 'positive', Icon: IconCheck },
  pending: { tone: 'warning', Icon: IconClock },
  due: { tone: 'negative', Icon: IconAlertCircle },
} as const;

/** A status as icon, text and color. */
export function StatusPill({ status }: { status: keyof typeof STYLES }) {
  const t = useFinanceTexts();
  const { tone, Icon } = STYLES[status];
  return (
    <span className={classes['pill']} data-tone={tone}>
      <Icon size={13} stroke={2} aria-hidden />
      {t(status)}
    </span>
  );
}
