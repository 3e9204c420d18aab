import { Button } from '@mantine/core';
import type { ConfigurationCode, ConfigurationCodes } from '@rise/contract';
import { ErrorState, Notice, Page, PageHeader, TableSkeleton, TextSkeleton, useFigure } from '@rise/ui';
import { useOverlayAddress, usePageTitle } from '@rise/shell/routing';
import { stringifySearch } from '@rise/ui/search-params';
import { IconHistory, IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../routing/use-open.ts';
import { errorText, isNotFound } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { proposalsQuery } from './approval.queries.ts';
import { definitionQuery } from './code-types.queries.ts';
import { CodeDrawer } from './code-drawer.tsx';
import { CodesTable } from './codes-table.tsx';
import { CodesTools } from './codes-tools.tsx';
import { codesQuery, draftQuery, useRestoreMapping } from './configuration.queries.ts';
import { type CodesState, type Panel, readCodesState, writeCodesState } from './configuration.state.ts';
import { DraftBar } from './draft-bar.tsx';
import { toTree } from './draft.rules.ts';
import { FileActions } from './file-actions.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { ProposalsDrawer } from './proposals-drawer.tsx';
import { ReviewDrawer } from './review-drawer.tsx';
import { RulesDrawer } from './rules-drawer.tsx';
import { ShareBar } from './share-bar.tsx';
import { categoriesOf, TargetsPanel } from './targets-panel.tsx';
import { TypeDrawer } from './type-drawer.tsx';
import { useWorkbench, type Workbench } from './use-workbench.ts';
import classes from './codes.module.css';
import shared from './configuration.module.css';

/** Names that a mapping or dimension can have. */
const TYPE = /^[a-z][a-z0-9_]{0,62}$/;

/** All codes of one type and what they map to; alerts link here. */
export default function ConfigurationTypePage() {
  const { t } = useTranslation();
  const { configuratorType = '' }: { configuratorType?: string } = useParams({ strict: false });
  const state = readCodesState(useSearch({ strict: false }));
  const valid = TYPE.test(configuratorType);
  const codes = useQuery({
    ...codesQuery(configuratorType, state),
    enabled: valid,
    // The rows stay while another page or filter loads.
    placeholderData: (previous) => (previous?.type === configuratorType ? previous : undefined),
  });
  const draft = useQuery({ ...draftQuery(configuratorType), enabled: valid });
  if (codes.data && !draft.isPending) return <Codes key={codes.data.type} codes={codes.data} state={state} />;
  if (!valid || (codes.isError && isNotFound(codes.error))) return <NotFoundScreen />;
  return (
    <Page>
      {codes.isError ? (
        <ErrorState {...errorText(codes.error, t)} onRetry={() => void codes.refetch()} />
      ) : (
        <>
          <TextSkeleton lines={2} />
          <TableSkeleton rows={8} columns={5} />
        </>
      )}
    </Page>
  );
}

/** Targets of the model, or the tenant's categories as a tree. */
function useOptions(codes: ConfigurationCodes): Workbench['options'] {
  const localize = useLocalize();
  const { data } = useQuery(draftQuery(codes.type));
  if (codes.targets) return codes.targets.map(({ value, title }) => ({ value, title: localize(title), depth: 0 }));
  const draft = data?.draft ?? { basedOn: 0, set: [], remove: [] };
  return toTree(categoriesOf({ codes, draft })).map(({ value, depth }) => ({ value, title: value, depth }));
}

function Codes({ codes, state }: { codes: ConfigurationCodes; state: CodesState }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const navigate = useNavigate();
  const bench = useWorkbench(codes, useOptions(codes));
  const [dragged, setDragged] = useState<readonly ConfigurationCode[] | null>(null);
  const [edited, setEdited] = useOpen<ConfigurationCode | null>(null);
  const [saved, setSaved] = useState<number | null>(null);
  const [isProposed, setProposed] = useState(false);
  const title = t('configuration.typeTitle', { type: localize(codes.title) });
  usePageTitle(title);
  const change = (next: Partial<CodesState>, replace = false) =>
    void navigate({
      to: '/configuration/$configuratorType',
      params: { configuratorType: codes.type } as never,
      search: writeCodesState({ ...state, ...next }) as never,
      replace,
    });
  const overlay = useOverlayAddress();
  const hrefOf = (panel: Panel | null) =>
    `/configuration/${codes.type}${stringifySearch(writeCodesState({ ...state, panel }))}`;
  const open = (panel: Panel) => overlay.open(hrefOf(panel));
  const close = () => overlay.close(hrefOf(null));
  return (
    <Page>
      <PageHeader
        title={title}
        purpose={codes.description ? localize(codes.description) : t('configuration.typePurpose')}
        back={{ href: '/configuration', label: t('configuration.title') }}
        {...(codes.asOf === null
          ? {}
          : {
              asOf: {
                label: t('configuration.asOf', { date: formatDay(codes.asOf, i18n.language) }),
                detail: `${t('home.data.version')} ${t('home.data.versionNumber', { number: codes.dataVersion })}`,
              },
            })}
        actions={codes.editable && <TypeActions bench={bench} onOpen={open} />}
      />
      <Summary codes={codes} />
      {!codes.editable && <ModelLabels codes={codes} />}
      {codes.truncated && <Notice tone="warning">{t('configuration.tooMany')}</Notice>}
      {codes.editable && <Proposals bench={bench} isProposed={isProposed} onOpen={() => open('proposals')} />}
      {saved !== null && <Saved bench={bench} version={saved} onClose={() => setSaved(null)} />}
      <div className={classes.workbench}>
        <div className={classes.parts}>
          <div className={classes.codes}>
            <CodesTools bench={bench} state={state} onChange={change} />
            <CodesTable
              bench={bench}
              state={state}
              label={title}
              onChange={change}
              onDrag={setDragged}
              onEdit={setEdited}
            />
          </div>
          <TargetsPanel
            bench={bench}
            dragged={dragged}
            target={state.target}
            onTarget={(target) => change({ target, page: 1 })}
          />
        </div>
      </div>
      <DraftBar bench={bench} onReview={() => open('review')} />
      <ReviewDrawer
        bench={bench}
        opened={state.panel === 'review'}
        onClose={close}
        onSaved={(version) => {
          setSaved(version);
          close();
        }}
        onProposed={() => {
          setProposed(true);
          close();
        }}
      />
      <ProposalsDrawer bench={bench} opened={state.panel === 'proposals'} onClose={close} />
      <HistoryDrawer bench={bench} opened={state.panel === 'history'} onClose={close} />
      {state.panel === 'rules' && codes.editable && <RulesDrawer bench={bench} onClose={close} />}
      {edited && <CodeDrawer bench={bench} code={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

/** Rules, history, files and the definition of the type. */
function TypeActions({ bench, onOpen }: { bench: Workbench; onOpen: (panel: Panel) => void }) {
  const { t } = useTranslation();
  const { codes, draft } = bench;
  const [isDefining, setDefining] = useOpen(false);
  const enabled = allows(useSession(), { permission: 'model.manage' });
  const definition = useQuery({ ...definitionQuery(codes.type), enabled }).data?.definition;
  const rules = (draft.rules ?? codes.rules).length;
  return (
    <>
      <Button variant="default" leftSection={<IconWand size={16} aria-hidden />} onClick={() => onOpen('rules')}>
        {t('configuration.rules.title')}
        {rules > 0 && ` (${rules})`}
      </Button>
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => onOpen('history')}>
        {t('configuration.history.open')}
      </Button>
      <FileActions bench={bench} {...(definition && { onDefine: () => setDefining(true) })} />
      {isDefining && definition && <TypeDrawer definition={definition} onClose={() => setDefining(false)} />}
    </>
  );
}

/** How much of the data is unmapped. */
function Summary({ codes }: { codes: ConfigurationCodes }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const write = useFigure();
  const { totals, counts, weights } = codes;
  const weight = weights.find(({ name }) => name === codes.weight);
  const amount = Number(totals.amount ?? 0);
  return (
    <dl className={classes.summary}>
      <div>
        <dt>{t('configuration.summary.codes')}</dt>
        <dd>{t('configuration.summary.ofCodes', { count: counts.all, unmapped: counts.unmapped })}</dd>
      </div>
      <div>
        <dt>{t('configuration.summary.rows')}</dt>
        <dd>
          <ShareBar share={totals.rows === 0 ? 0 : totals.unmappedRows / totals.rows} />
        </dd>
      </div>
      {weight && amount !== 0 && (
        <div>
          <dt>{t('configuration.summary.amount', { measure: localize(weight.title) })}</dt>
          <dd>
            <ShareBar share={Math.min(1, Math.abs(Number(totals.unmappedAmount ?? 0) / amount))} />
            <span className={shared.hint}>{write(totals.unmappedAmount ?? '0', weight.format, { compact: true })}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Labels are the same for all figures; who may change the model can define a type of its own on their column. */
function ModelLabels({ codes }: { codes: ConfigurationCodes }) {
  const { t } = useTranslation();
  const [isDefining, setDefining] = useOpen(false);
  const definesTypes = allows(useSession(), { permission: 'model.manage' });
  const { column, targets } = codes;
  return (
    <Notice tone="info">
      {t('configuration.modelLabels', { dimension: codes.type })}
      {definesTypes && column && (
        <>
          {' '}
          {t('configuration.ownLabels')}{' '}
          <Button size="compact-sm" variant="default" onClick={() => setDefining(true)}>
            {t('configuration.types.new')}
          </Button>
          {isDefining && (
            <TypeDrawer
              definition={null}
              start={{ column, labels: (targets ?? []).map(({ value, title }) => ({ value, title })) }}
              onClose={() => setDefining(false)}
            />
          )}
        </>
      )}
    </Notice>
  );
}

/** Whether changes wait for a second person, and the way to them. */
function Proposals(props: { bench: Workbench; isProposed: boolean; onOpen: () => void }) {
  const { bench, isProposed, onOpen } = props;
  const { t } = useTranslation();
  const { data } = useQuery(proposalsQuery(bench.codes.type));
  const count = (data?.proposals ?? []).filter(({ state }) => state === 'open').length;
  if (count === 0 && !bench.codes.needsApproval) return null;
  return (
    <Notice tone={isProposed ? 'positive' : 'info'}>
      {isProposed && `${t('configuration.proposals.proposed')} `}
      {count > 0 ? t('configuration.proposals.waiting', { count }) : t('configuration.proposals.needed')}{' '}
      <Button size="compact-sm" variant="default" onClick={onOpen}>
        {t('configuration.proposals.show')}
      </Button>
    </Notice>
  );
}

/** What was saved, with its undo. */
function Saved({ bench, version, onClose }: { bench: Workbench; version: number; onClose: () => void }) {
  const { t } = useTranslation();
  const restore = useUndo(bench, version);
  return (
    <Notice tone={restore.isError ? 'negative' : 'positive'} onClose={onClose}>
      {restore.isError ? (
        errorText(restore.error, t).message
      ) : restore.isSuccess ? (
        t('configuration.undone')
      ) : (
        <>
          {t('configuration.saved', { version })}{' '}
          <Button size="compact-sm" variant="default" loading={restore.isPending} onClick={restore.run}>
            {t('configuration.undo')}
          </Button>
        </>
      )}
    </Notice>
  );
}

function useUndo(bench: Workbench, version: number) {
  const { t } = useTranslation();
  const restore = useRestoreMapping(bench.codes.type, bench.codes.needsApproval);
  const message = t('configuration.history.undoOf', { number: version });
  return { ...restore, run: () => restore.mutate({ version: version - 1, basedOn: version, message }) };
}
