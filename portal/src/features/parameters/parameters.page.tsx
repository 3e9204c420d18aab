import { Button, TextInput } from '@mantine/core';
import { useOverlayAddress } from '@rise/shell/routing';
import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import type { TenantParameters, TenantParameterSetting } from '@rise/contract';
import { stringifySearch } from '@rise/ui/search-params';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { CalendarSection } from './calendar/calendar-section.tsx';
import { FileButtons } from './file-buttons.tsx';
import { ParameterTableState } from './parameter-table-state.tsx';
import { ParametersForm } from './parameters-form.tsx';
import { parametersQuery, parameterUsageQuery } from './parameters.queries.ts';
import { type Draft, toEntered } from './parameters.rules.ts';
import { type ParametersState, readParametersState, writeParametersState } from './parameters.state.ts';
import classes from './parameters.module.css';

const HistoryDrawer = lazy(() => import('./history-drawer.tsx'));
const UsageDrawer = lazy(() => import('./usage-drawer.tsx'));

/** The parameters of the tenant's model, for those who may change them and, to read, for everybody. */
export default function ParametersPage() {
  const { t } = useTranslation();
  const parameters = useQuery(parametersQuery);
  return (
    <Page width="narrow">
      <PageHeader
        title={t('parameters.title')}
        purpose={t('parameters.purpose')}
        {...(parameters.data ? { count: parameters.data.parameters.length } : {})}
      />
      {parameters.isError ? (
        <ErrorState {...errorText(parameters.error, t)} onRetry={() => void parameters.refetch()} />
      ) : parameters.isPending ? (
        <ListSkeleton rows={4} />
      ) : parameters.data.parameters.length === 0 ? (
        <EmptyState title={t('parameters.empty.title')} text={t('parameters.empty.text')} art="list" />
      ) : (
        <Parameters {...parameters.data} />
      )}
      <CalendarSection />
    </Page>
  );
}

/** The entries that set all values as in an earlier version. */
function draftOf({ parameters }: TenantParameters, settings: Readonly<Record<string, TenantParameterSetting>>): Draft {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { value, changes } = settings[parameter.name] ?? { value: null, changes: [] };
      const dated = changes.map((change) => ({ from: change.from, value: toEntered(parameter, change.value) }));
      return [parameter.name, { value: value === null ? null : toEntered(parameter, value), changes: dated }];
    }),
  );
}

function Parameters(all: TenantParameters) {
  const { t, i18n } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const state = readParametersState(useSearch({ strict: false }));
  const usage = useQuery(parameterUsageQuery).data?.usage;
  const [draft, setDraft] = useState<Draft>({});
  const { parameters, asOf } = all;
  const readOnly = !allows(session, { permission: 'configuration.manage' });
  const change = (next: Partial<ParametersState>, replace = false) =>
    void navigate({
      to: '/snowflake/parameters',
      search: writeParametersState({ ...state, ...next }) as never,
      replace,
    });
  const overlay = useOverlayAddress();
  const hrefOf = (next: Partial<ParametersState>) =>
    `/snowflake/parameters${stringifySearch(writeParametersState({ ...state, ...next }))}`;
  const about = parameters.find(({ name }) => name === state.about);
  const aboutUsage = usage?.find(({ name }) => name === state.about);
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          type="search"
          className={classes.search}
          aria-label={t('parameterValues.search')}
          placeholder={t('parameterValues.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={state.search}
          onChange={(event) => change({ search: event.currentTarget.value }, true)}
        />
        <FileButtons
          parameters={parameters}
          draft={draft}
          readOnly={readOnly}
          onEnter={(entered) => setDraft({ ...draft, ...entered })}
        />
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => overlay.open(hrefOf({ history: true }))}
        >
          {t('parameterValues.history.title')}
        </Button>
      </div>
      {asOf !== null && (
        <p className={classes.rights}>{t('parameterValues.asOf', { day: formatDay(asOf, i18n.language) })}</p>
      )}
      <ParameterTableState readOnly={readOnly} />
      <ParametersForm
        {...all}
        readOnly={readOnly}
        search={state.search}
        usage={usage}
        draft={draft}
        onDraft={setDraft}
        onAbout={(name) => overlay.open(hrefOf({ about: name }))}
      />
      <Suspense fallback={null}>
        {state.history && (
          <HistoryDrawer
            parameters={parameters}
            readOnly={readOnly}
            onUse={(settings) => {
              setDraft(draftOf(all, settings));
              overlay.close(hrefOf({ history: false }));
            }}
            onClose={() => overlay.close(hrefOf({ history: false }))}
          />
        )}
        {about && aboutUsage && (
          <UsageDrawer parameter={about} usage={aboutUsage} onClose={() => overlay.close(hrefOf({ about: null }))} />
        )}
      </Suspense>
    </>
  );
}
