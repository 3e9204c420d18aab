import type { SearchSet } from '@rise/ui/search';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { catalogQuery } from '../../reports/catalog.queries.ts';
import { firstEditable, useCreateReport } from '../../reports/use-create-report.ts';
import { useSession } from '../../session/session.ts';
import { workspacesQuery } from '../../workspaces/workspaces.queries.ts';
import { findReportQuestions, isDate, type ReportQuestion } from './report-question.rules.ts';

export interface ReportSuggestions {
  sets: SearchSet[];
  /** Whether the text asks for more than a measure, which other results don't answer. */
  isQuestion: boolean;
}

/** Milliseconds for which what is loaded serves further searches, unless it changes meanwhile. */
const FRESH_MS = 60_000;
const NONE: ReportSuggestions = { sets: [], isQuestion: false };

/**
 * Finds reports that answer a text, as commands that build them. None for people who may not build reports, and where
 * what they would be of can't be loaded: the other results matter more.
 */
export function useReportSuggestions(): (text: string) => Promise<ReportSuggestions> {
  const { t } = useTranslation();
  const { tenant, permissions } = useSession();
  const cache = useQueryClient();
  const describe = useDescribe();
  const { mutate } = useCreateReport();
  const onError = useReportError();
  const mayBuild = tenant !== null && permissions.includes('report.write') && permissions.includes('model.read');
  return useCallback(
    async (text) => {
      if (!mayBuild) return NONE;
      const loaded = await Promise.all([
        cache.fetchQuery({ ...catalogQuery, staleTime: FRESH_MS }),
        cache.fetchQuery({ ...workspacesQuery, staleTime: FRESH_MS }),
      ]).catch(() => null);
      const workspace = loaded && firstEditable(loaded[1].workspaces);
      const questions = loaded && workspace ? findReportQuestions(text, loaded[0].datasets) : [];
      if (!workspace || questions.length === 0) return NONE;
      const actions = questions.map((question) => {
        const { dataset, measure, dimensions, grain } = question;
        const fields = [measure, ...dimensions].map(({ name }) => name);
        return {
          id: `${dataset.name} ${fields.join(' ')}`,
          label: t('actions.build', { what: describe(question, questions) }),
          icon: IconReportAnalytics,
          onRun: () =>
            mutate({ workspace: workspace.id, start: { dataset: dataset.name, fields, grain } }, { onError }),
        };
      });
      return {
        sets: [{ id: 'build', label: t('actions.buildTitle'), results: [], actions }],
        isQuestion: questions.some(({ dimensions }) => dimensions.length > 0),
      };
    },
    [mayBuild, cache, t, describe, mutate, onError],
  );
}

/** Writes 'Net worth ratio by State', with the dataset where several have it. */
function useDescribe(): (question: ReportQuestion, all: readonly ReportQuestion[]) => string {
  const { t } = useTranslation();
  const localize = useLocalize();
  return useCallback(
    (question, all) => {
      const write = ({ measure, dimensions, grain }: ReportQuestion) => {
        const names = dimensions.map((dimension) =>
          isDate(dimension) && grain !== null ? t(`report.drill.grains.${grain}`) : localize(dimension.title),
        );
        const title = localize(measure.title);
        return names.length === 0 ? title : t('actions.measureBy', { measure: title, dimensions: names.join(', ') });
      };
      const text = write(question);
      const isUnique = all.every((other) => other === question || write(other) !== text);
      return isUnique ? text : `${text} · ${localize(question.dataset.title)}`;
    },
    [t, localize],
  );
}
