import { Page, PageHeader, SegmentedChoice } from '@rise/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DoneLine, useDone } from '../../page-frame/done-line.tsx';
import { AppLink } from '../../routing/link.tsx';
import { CurationView } from './curation-view.tsx';
import { IndexView } from './index-view.tsx';
import { LogView } from './log-view.tsx';
import {
  readSearchAdministrationState,
  type SearchAdministrationState,
  VIEWS,
  writeSearchAdministrationState,
} from './search-administration.state.ts';
import { SynonymsView } from './synonyms-view.tsx';
import { TrialView } from './trial-view.tsx';
import classes from './search-administration.module.css';

/** What the search finds for everyone, for global administrators. */
export default function SearchAdministrationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const state = readSearchAdministrationState(useSearch({ strict: false }));
  const { done, onDone, clear } = useDone();
  const change = (next: Partial<SearchAdministrationState>, replace = false) => {
    clear();
    const search = writeSearchAdministrationState({ ...state, ...next }) as never;
    void navigate({ to: '/global/search', search, replace });
  };
  const props = { state, onChange: change, onDone };
  return (
    <Page>
      <PageHeader title={t('searchAdmin.title')} purpose={t('searchAdmin.purpose')} />
      <div className={classes.tools}>
        <SegmentedChoice
          label={t('searchAdmin.viewLabel')}
          value={state.view}
          options={VIEWS.map((value) => ({ value, label: t(`searchAdmin.views.${value}`) }))}
          onChange={(view) => change({ view, page: 1, search: '' })}
        />
      </div>
      <DoneLine done={done} onDone={onDone} className={classes.done} />
      <div>
        {state.view === 'index' && <IndexView onDone={onDone} />}
        {state.view === 'synonyms' && <SynonymsView {...props} />}
        {state.view === 'curation' && <CurationView onDone={onDone} />}
        {state.view === 'log' && <LogView {...props} />}
        {state.view === 'trial' && <TrialView onDone={onDone} />}
      </div>
      <p className={classes.hint}>
        <AppLink href="/docs/guides/administer-the-search">{t('searchAdmin.guide')}</AppLink>
      </p>
    </Page>
  );
}
