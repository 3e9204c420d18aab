import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { changedCodes, isEmptyDraft } from './draft.rules.ts';
import type { Workbench } from './use-workbench.ts';
import classes from './codes.module.css';
import shared from './configuration.module.css';

/** What is prepared and not saved yet. It is stored as it is entered, for this person only. */
export function DraftBar({ bench, onReview }: { bench: Workbench; onReview: () => void }) {
  const { t } = useTranslation();
  const { draft, isSaving, saveError } = bench;
  if (isEmptyDraft(draft)) return null;
  const count = changedCodes(draft).size;
  return (
    <div className={classes.draftBar} role="region" aria-label={t('configuration.draft.label')}>
      <span>
        <strong>{count > 0 ? t('configuration.draft.codes', { count }) : t('configuration.draft.structure')}</strong>{' '}
        <span className={shared.hint} role="status">
          {isSaving ? t('configuration.draft.storing') : t('configuration.draft.stored')}
        </span>
      </span>
      {saveError && (
        <span role="alert" className={shared.error}>
          {errorText(saveError, t).message}
        </span>
      )}
      <span className={classes.draftActions}>
        <Button variant="default" onClick={bench.discard}>
          {t('configuration.draft.discard')}
        </Button>
        <Button onClick={onReview}>{t('configuration.draft.review')}</Button>
      </span>
    </div>
  );
}
