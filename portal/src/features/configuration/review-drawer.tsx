import { Button, Checkbox, Textarea } from '@mantine/core';
import type { MappingImpact } from '@rise/contract';
import { DetailDrawer, ErrorState, Notice, TableSkeleton, useFigure } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { impactQuery, useSaveMapping } from './configuration.queries.ts';
import { changedCodes } from './draft.rules.ts';
import { usePeriod } from './use-period.ts';
import type { Workbench } from './use-workbench.ts';
import classes from './configuration.module.css';

/** What the draft does to figures, and saving it. Closing it cancels the computation. */
export function ReviewDrawer({
  bench,
  opened,
  onClose,
  onSaved,
}: {
  bench: Workbench;
  opened: boolean;
  onClose: () => void;
  onSaved: (version: number) => void;
}) {
  const { t } = useTranslation();
  const { codes, draft } = bench;
  const impact = useQuery({
    ...impactQuery(codes.type, codes.dataVersion, draft),
    enabled: opened && changedCodes(draft).size > 0,
  });
  const save = useSaveMapping(codes.type);
  const [message, setMessage] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const isOutdated = draft.basedOn !== codes.version;
  const closed = impact.data?.closed ?? null;
  const needsConfirmation = closed !== null && !isConfirmed;
  const hasCodes = changedCodes(draft).size > 0;
  return (
    <DetailDrawer
      opened={opened}
      onClose={onClose}
      size="wide"
      title={t('configuration.review.title')}
      subtitle={t('configuration.review.subtitle', { count: changedCodes(draft).size })}
      footer={
        <div className={classes.drawerFooter}>
          {save.isError && (
            <p role="alert" className={classes.error}>
              {errorText(save.error, t).message}
            </p>
          )}
          {needsConfirmation && <p className={classes.hint}>{t('configuration.review.confirmFirst')}</p>}
          <Button variant="default" onClick={onClose}>
            {t('configuration.cancel')}
          </Button>
          <Button
            loading={save.isPending}
            disabled={needsConfirmation || isOutdated || (hasCodes && impact.isPending)}
            onClick={() =>
              save.mutate({ draft, message: message.trim() }, { onSuccess: ({ table }) => onSaved(table.version) })
            }
          >
            {t('configuration.review.save')}
          </Button>
        </div>
      }
    >
      {isOutdated && (
        <Notice tone="warning" title={t('configuration.review.outdatedTitle')}>
          {t('configuration.review.outdated', { version: codes.version })}{' '}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => bench.change({ ...draft, basedOn: codes.version })}
          >
            {t('configuration.review.rebase')}
          </Button>
        </Notice>
      )}
      {!hasCodes ? (
        <p className={classes.hint}>{t('configuration.review.noCodes')}</p>
      ) : impact.isError ? (
        <ErrorState {...errorText(impact.error, t)} onRetry={() => void impact.refetch()} />
      ) : impact.isPending ? (
        <>
          <p role="status" className={classes.hint}>
            {t('configuration.review.running')}
          </p>
          <TableSkeleton rows={5} columns={4} />
        </>
      ) : (
        <Impact impact={impact.data} bench={bench} />
      )}
      {closed && <ClosedPeriods impact={impact.data!} isConfirmed={isConfirmed} onConfirm={setConfirmed} />}
      <Textarea
        className={classes.note}
        label={t('configuration.review.note')}
        description={t('configuration.review.noteHelp')}
        maxLength={1000}
        rows={2}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </DetailDrawer>
  );
}

function ClosedPeriods(props: {
  impact: MappingImpact;
  isConfirmed: boolean;
  onConfirm: (confirmed: boolean) => void;
}) {
  const { t } = useTranslation();
  const period = usePeriod();
  const { closed, figures } = props.impact;
  const grain = figures.find((figure) => figure.grain !== null)?.grain ?? 'month';
  const [from, to] = [period(closed!.from, grain), period(closed!.to, grain)];
  return (
    <Notice tone="warning" title={t('configuration.review.closedTitle')}>
      <p className={classes.paragraph}>
        {from === to
          ? t('configuration.review.closedOne', { period: from })
          : t('configuration.review.closed', { from, to })}
      </p>
      <Checkbox
        label={t('configuration.review.confirm')}
        checked={props.isConfirmed}
        onChange={({ currentTarget }) => props.onConfirm(currentTarget.checked)}
      />
    </Notice>
  );
}

/** The figures that move, by target and period. */
function Impact({ impact, bench }: { impact: MappingImpact; bench: Workbench }) {
  const { t } = useTranslation();
  const write = useFigure();
  const { figures, unmoved, unmappedShare } = impact;
  const percent = (share: number) => write(share, { unit: 'percent', decimals: 1 });
  return (
    <div className={classes.impact}>
      {unmappedShare && (
        <p className={classes.paragraph}>
          {t('configuration.review.share', {
            before: percent(unmappedShare.before),
            after: percent(unmappedShare.after),
          })}
        </p>
      )}
      {figures.length === 0 ? (
        <p className={classes.paragraph}>{t('configuration.review.nothing')}</p>
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
        <p className={classes.hint}>{t('configuration.review.unmoved', { count: unmoved })}</p>
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
        {label} <span className={classes.hint}>{localize(dataset)}</span>
      </h3>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
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
      {truncated && <p className={classes.hint}>{t('configuration.review.truncated', { count: moves.length })}</p>}
    </section>
  );
}

/** The difference of two figures, to be read only: both are shown exactly beside it. */
const changeOf = ({ before, after }: MappingImpact['figures'][number]['moves'][number]): number =>
  Number(after ?? 0) - Number(before ?? 0);
