import { useFigure } from '@rise/ui';
import { useAcademyTexts } from './academy.texts.ts';
import classes from './academy.module.css';

export function ProgressLine({ read, total }: { read: number; total: number }) {
  const t = useAcademyTexts();
  const figure = useFigure();
  const share = read / total;
  return (
    <div
      className={classes['line']}
      role="progressbar"
      aria-label={t('progress')}
      aria-valuenow={read}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuetext={figure(share, { unit: 'percent' })}
      title={figure(share, { unit: 'percent' })}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}
