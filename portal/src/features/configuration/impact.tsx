import { Button } from '@mantine/core';
import type { MappingImpact } from '@rise/contract';
import { useFigure } from '@rise/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { usePeriod } from './use-period.ts';
import type { Workbench } from './use-workbench.ts';
import shared from './configuration.module.css';
import classes from './drawers.module.css';

/** The figures that move, by target and period. */
export function Impact({ impact, bench }: { impact: MappingImpact; bench: Workbench }) {
  const { t } = useTranslation();
  const write = useFigure();
  const { figures, unmoved, unmappedShare } = impact;
  const percent = (share: number) => write(share, { unit: 'percent', decimals: 1 });
  return (
    <div className={classes.impact}>
      {unmappedShare && (
        <p className={shared.paragraph}>
          {t('configuration.review.share', {
            before: percent(unmappedShare.before),
            after: percent(unmappedShare.after),
          })}
        </p>
      )}
      {figures.length === 0 ? (
        <p className={shared.paragraph}>{t('configuration.review.nothing')}</p>
      ) : (
        figures.map((figure) => (
          <FigureMoves
            key={`${figure.measure} ${figure.dimension?.en ?? ''} ${figure.dataset.en}`}
            figure={figure}
            bench={bench}
          />
        ))
      )}
      {unmoved > 0 && figures.length > 0 && (
        <p className={shared.hint}>{t('configuration.review.unmoved', { count: unmoved })}</p>
      )}
    </div>
  );
}

const MAX_SHOWN = 12;

function FigureMoves({ figure, bench }: { figure: MappingImpact['figures'][number]; bench: Workbench }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const write = useFigure();
  const period = usePeriod();
  const [all, setAll] = useState(false);
  const { title, dimension, dataset, format, grain, moves, truncated } = figure;
  const label = dimension
    ? t('configuration.review.byDimension', { measure: localize(title), dimension: localize(dimension) })
    : localize(title);
  const split = moves.some(({ target }) => target !== undefined);
  const targetOf = (target: string | null | undefined): ReactNode =>
    target === null
      ? t('configuration.codeNull')
      : target === 'unmapped'
        ? t('configuration.unmapped')
        : bench.titleOf(target ?? '');
  const shown = all ? moves : moves.slice(0, MAX_SHOWN);
  return (
    <section className={classes.figureMoves}>
      <h3 className={classes.moveTitle}>
        {label} <span className={shared.hint}>{localize(dataset)}</span>
      </h3>
      <div className={shared.scroll} tabIndex={0} role="group" aria-label={label}>
        <table className={classes.moves} aria-label={label}>
          <thead>
            <tr>
              {grain && <th scope="col">{t('configuration.review.period')}</th>}
              {split && <th scope="col">{t('configuration.columns.target')}</th>}
              <th scope="col" className={classes.figure}>
                {t('configuration.review.now')}
              </th>
              <th scope="col" className={classes.figure}>
                {t('configuration.review.then')}
              </th>
              <th scope="col" className={classes.figure}>
                {t('configuration.review.change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((move) => (
              <tr key={`${move.period} ${String(move.target)}`}>
                {grain && <td>{move.period === null ? '–' : period(move.period, grain)}</td>}
                {split && <td>{targetOf(move.target)}</td>}
                <td className={classes.figure}>{write(move.before, format)}</td>
                <td className={classes.figure}>{write(move.after, format)}</td>
                <td className={classes.figure}>{write(changeOf(move), format, { signed: true })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {moves.length > MAX_SHOWN && !all && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
          {t('configuration.review.all', { count: moves.length })}
        </Button>
      )}
      {truncated && <p className={shared.hint}>{t('configuration.review.truncated', { count: moves.length })}</p>}
    </section>
  );
}

/** The difference of two figures, to be read only: both are shown exactly beside it. */
const changeOf = ({ before, after }: MappingImpact['figures'][number]['moves'][number]): number =>
  Number(after ?? 0) - Number(before ?? 0);
