import { Button, Checkbox, Textarea } from '@mantine/core';
import type { MappingImpact } from '@rise/contract';
import { DetailDrawer, ErrorState, Notice, TableSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { usePropose } from './approval.queries.ts';
import { impactQuery, useSaveMapping } from './configuration.queries.ts';
import { changedCodes } from './draft.rules.ts';
import { Impact } from './impact.tsx';
import { usePeriod } from './use-period.ts';
import type { Workbench } from './use-workbench.ts';
import shared from './configuration.module.css';
import classes from './drawers.module.css';

/** What the draft does to figures, and saving it, or proposing it where another person has to approve it. Closing it cancels the computation. */
export function ReviewDrawer({
  bench,
  opened,
  onClose,
  onSaved,
  onProposed,
}: {
  bench: Workbench;
  opened: boolean;
  onClose: () => void;
  onSaved: (version: number) => void;
  onProposed: () => void;
}) {
  const { t } = useTranslation();
  const { codes, draft } = bench;
  const impact = useQuery({
    ...impactQuery(codes.type, codes.dataVersion, draft),
    enabled: opened && changedCodes(draft).size > 0,
  });
  const save = useSaveMapping(codes.type);
  const propose = usePropose(codes.type);
  const { needsApproval } = codes;
  const [message, setMessage] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const isOutdated = draft.basedOn !== codes.version;
  const closed = impact.data?.closed ?? null;
  const needsConfirmation = closed !== null && !isConfirmed;
  const hasCodes = changedCodes(draft).size > 0;
  const send = () => {
    const request = { draft, message: message.trim() };
    if (needsApproval) propose.mutate(request, { onSuccess: onProposed });
    else save.mutate(request, { onSuccess: ({ table }) => onSaved(table.version) });
  };
  return (
    <DetailDrawer
      opened={opened}
      onClose={onClose}
      size="wide"
      title={t('configuration.review.title')}
      subtitle={t('configuration.review.subtitle', { count: changedCodes(draft).size })}
      footer={
        <div className={classes.drawerFooter}>
          {(save.error ?? propose.error) && (
            <p role="alert" className={shared.error}>
              {errorText(save.error ?? propose.error, t).message}
            </p>
          )}
          {needsApproval && message.trim() === '' && (
            <p className={shared.hint}>{t('configuration.proposals.noteFirst')}</p>
          )}
          {needsConfirmation && <p className={shared.hint}>{t('configuration.review.confirmFirst')}</p>}
          <Button variant="default" onClick={onClose}>
            {t('configuration.cancel')}
          </Button>
          <Button
            loading={save.isPending || propose.isPending}
            disabled={
              needsConfirmation ||
              isOutdated ||
              (hasCodes && impact.isPending) ||
              (needsApproval && message.trim() === '')
            }
            onClick={send}
          >
            {t(needsApproval ? 'configuration.proposals.propose' : 'configuration.review.save')}
          </Button>
        </div>
      }
    >
      {isOutdated && <Outdated bench={bench} />}
      {!hasCodes ? (
        <p className={shared.hint}>{t('configuration.review.noCodes')}</p>
      ) : impact.isError ? (
        <ErrorState {...errorText(impact.error, t)} onRetry={() => void impact.refetch()} />
      ) : impact.isPending ? (
        <>
          <p role="status" className={shared.hint}>
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
        description={t(needsApproval ? 'configuration.proposals.noteHelp' : 'configuration.review.noteHelp')}
        maxLength={1000}
        rows={2}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </DetailDrawer>
  );
}

/** Another person has saved since the draft was started; it can be applied to what is active now. */
function Outdated({ bench: { codes, draft, change } }: { bench: Workbench }) {
  const { t } = useTranslation();
  return (
    <Notice tone="warning" title={t('configuration.review.outdatedTitle')}>
      {t('configuration.review.outdated', { version: codes.version })}{' '}
      <Button size="compact-sm" variant="default" onClick={() => change({ ...draft, basedOn: codes.version })}>
        {t('configuration.review.rebase')}
      </Button>
    </Notice>
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
      <p className={shared.paragraph}>
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
