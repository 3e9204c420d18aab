import { Button, Textarea } from '@mantine/core';
import type { MappedCode, MappingProposal } from '@rise/contract';
import { DetailDrawer, ErrorState, ListSkeleton, TableSkeleton } from '@rise/ui';
import { ApiError } from '@rise/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { proposalsQuery, useDecide } from './approval.queries.ts';
import { useCodeName } from './code-text.tsx';
import { impactQuery } from './configuration.queries.ts';
import { isEmptyDraft } from './draft.rules.ts';
import { Impact } from './impact.tsx';
import type { Workbench } from './use-workbench.ts';
import classes from './approval.module.css';

/** What waits for a second person, and what became of earlier proposals. */
export function ProposalsDrawer(props: { bench: Workbench; opened: boolean; onClose: () => void }) {
  const { bench, opened, onClose } = props;
  const { t } = useTranslation();
  const proposals = useQuery({ ...proposalsQuery(bench.codes.type), enabled: opened });
  return (
    <DetailDrawer
      opened={opened}
      onClose={onClose}
      size="wide"
      title={t('configuration.proposals.title')}
      subtitle={t('configuration.proposals.subtitle')}
    >
      {proposals.isError ? (
        <ErrorState {...errorText(proposals.error, t)} onRetry={() => void proposals.refetch()} />
      ) : proposals.isPending ? (
        <ListSkeleton rows={4} />
      ) : proposals.data.proposals.length === 0 ? (
        <p className={classes.hint}>{t('configuration.proposals.none')}</p>
      ) : (
        <ol className={classes.proposals}>
          {proposals.data.proposals.map((proposal) => (
            <Proposal key={proposal.number} proposal={proposal} bench={bench} />
          ))}
        </ol>
      )}
    </DetailDrawer>
  );
}

function Proposal({ proposal, bench }: { proposal: MappingProposal; bench: Workbench }) {
  const { t, i18n } = useTranslation();
  const { author, createdAt, decidedAt, decidedBy, message, own, reason, state, version } = proposal;
  const isOpen = state === 'open';
  const { set, remove, categories, rules } = proposal;
  const again = {
    basedOn: bench.codes.version,
    set,
    remove,
    ...(categories && { categories }),
    ...(rules && { rules }),
  };
  return (
    <li className={classes.proposal}>
      <div className={classes.head}>
        <strong>{t('configuration.proposals.number', { number: proposal.number })}</strong>
        <span className={classes.state} data-state={state}>
          {t(`configuration.proposals.states.${state}`)}
        </span>
        <span className={classes.hint}>
          {author} · {formatMoment(createdAt, i18n.language)}
        </span>
      </div>
      <p className={classes.why}>{message}</p>
      {decidedAt && (
        <p className={classes.hint}>
          {t('configuration.proposals.decided', {
            name: decidedBy ?? '',
            date: formatMoment(decidedAt, i18n.language),
          })}
          {version !== null && ` · ${t('configuration.version', { number: version })}`}
          {reason && ` · ${reason}`}
        </p>
      )}
      <Changes proposal={proposal} bench={bench} />
      {isOpen && <Decision proposal={proposal} bench={bench} />}
      {own && (state === 'refused' || state === 'withdrawn') && isEmptyDraft(bench.draft) && (
        <Button size="compact-sm" variant="default" onClick={() => bench.change(again)}>
          {t('configuration.proposals.edit')}
        </Button>
      )}
    </li>
  );
}

const MAX_SHOWN = 50;

function Changes({ proposal, bench }: { proposal: MappingProposal; bench: Workbench }) {
  const { t } = useTranslation();
  const nameOf = useCodeName();
  const { set, remove, categories, rules } = proposal;
  const write = ({ value, from, until }: MappedCode) =>
    bench.titleOf(value) + (from === null && until === null ? '' : ` (${from ?? '…'} – ${until ?? '…'})`);
  const lines = [
    ...set.map((entry) => [entry.code, write(entry)] as const),
    ...remove.map((code) => [code, t('configuration.unmapped')] as const),
  ];
  return (
    <>
      <ul className={classes.changes}>
        {lines.slice(0, MAX_SHOWN).map(([code, value]) => (
          <li key={`${JSON.stringify(code)} ${value}`}>
            <span className={classes.code}>{nameOf(code)}</span> → <ins>{value}</ins>
          </li>
        ))}
      </ul>
      {lines.length > MAX_SHOWN && (
        <p className={classes.hint}>{t('configuration.history.more', { count: lines.length - MAX_SHOWN })}</p>
      )}
      {categories && <p className={classes.hint}>{t('configuration.history.categories')}</p>}
      {rules && <p className={classes.hint}>{t('configuration.history.rules')}</p>}
    </>
  );
}

/** What it would move now, and the decision. */
function Decision({ proposal, bench }: { proposal: MappingProposal; bench: Workbench }) {
  const { t } = useTranslation();
  const { number, own, set, remove, basedOn } = proposal;
  const { type, dataVersion } = bench.codes;
  const hasCodes = set.length + remove.length > 0;
  const [isShown, setShown] = useState(false);
  const [reason, setReason] = useState('');
  const impact = useQuery({
    ...impactQuery(type, dataVersion, { basedOn, set, remove }),
    enabled: isShown && hasCodes,
  });
  const decide = useDecide(type);
  const send = (decision: 'approve' | 'refuse' | 'withdraw') =>
    decide.mutate({ number, decision, reason: reason.trim() });
  const { error } = decide;
  return (
    <div className={classes.decision}>
      {hasCodes && (
        <Button size="compact-sm" variant="subtle" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'configuration.proposals.hideImpact' : 'configuration.proposals.showImpact')}
        </Button>
      )}
      {isShown &&
        (impact.isError ? (
          <ErrorState {...errorText(impact.error, t)} onRetry={() => void impact.refetch()} />
        ) : impact.isPending ? (
          <TableSkeleton rows={4} columns={4} />
        ) : (
          <Impact impact={impact.data} bench={bench} />
        ))}
      {error && (
        <p role="alert" className={classes.error}>
          {error instanceof ApiError && error.details.length > 0
            ? t('configuration.proposals.conflict', { details: error.details.map(({ message }) => message).join(' ') })
            : errorText(error, t).message}
        </p>
      )}
      {own ? (
        <Button variant="default" loading={decide.isPending} onClick={() => send('withdraw')}>
          {t('configuration.proposals.withdraw')}
        </Button>
      ) : (
        <>
          <Textarea
            label={t('configuration.proposals.reason')}
            description={t('configuration.proposals.reasonHelp')}
            maxLength={1000}
            rows={2}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button
              variant="default"
              disabled={reason.trim() === ''}
              loading={decide.isPending && decide.variables.decision === 'refuse'}
              onClick={() => send('refuse')}
            >
              {t('configuration.proposals.refuse')}
            </Button>
            <Button
              loading={decide.isPending && decide.variables.decision === 'approve'}
              onClick={() => send('approve')}
            >
              {t('configuration.proposals.approve')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
