import { IconAlertCircle, IconCheck, IconClock } from '@tabler/icons-react';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import classes from './status-pill.module.css';

const LOOKS = {
  completed: { tone: 'positive', Icon: IconCheck },
  paid: { tone: 'positive', Icon: IconCheck },
  pending: { tone: 'warning', Icon: IconClock },
  due: { tone: 'negative', Icon: IconAlertCircle },
} as const;

/** How far something is, by sign, word and colour. */
export function StatusPill({ status }: { status: keyof typeof LOOKS }) {
  const t = useFinanceTexts();
  const { tone, Icon } = LOOKS[status];
  return (
    <span className={classes['pill']} data-tone={tone}>
      <Icon size={13} stroke={2} aria-hidden />
      {t(status)}
    </span>
  );
}
