import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useUiContext } from '../context/ui-context.tsx';
import classes from './tone-mark.module.css';

/** What a figure means. */
export type FigureTone = 'good' | 'warning' | 'bad' | 'neutral';

const ICONS = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconAlertOctagon,
  neutral: IconCircleMinus,
} as const;

/** What the figure beside it means, in a shape of its own for those who see no colors, and in a word for screen readers. */
export function ToneMark({ tone, size = 13 }: { tone: FigureTone; size?: number }) {
  const { texts } = useUiContext();
  const words = { good: texts.toneGood, warning: texts.toneWarning, bad: texts.toneBad, neutral: texts.toneNeutral };
  const Icon = ICONS[tone];
  return (
    <span className={classes['mark']} data-tone={tone} title={words[tone]}>
      <Icon size={size} stroke={2} role="img" aria-label={words[tone]} />
    </span>
  );
}
