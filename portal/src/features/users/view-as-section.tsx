import { Button } from '@mantine/core';
import type { TenantPerson } from '@rise/contract';
import { DetailSection, SearchSelect } from '@rise/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { reportsQuery } from '../../reports/reports.queries.ts';
import classes from './users.module.css';

/** Opens a report with the rights of a person. */
export function ViewAsSection({ person }: { person: TenantPerson }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useReportSearch();
  const [report, setReport] = useState<{ value: string; title: string } | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const name = person.name || person.email;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (report) void navigate({ to: `/reports/${report.value}` as never, search: { viewAs: person.id } as never });
  };
  return (
    <DetailSection title={t('users.viewAs.title')}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <p className={classes.text}>{t('users.viewAs.help')}</p>
        <div>
          <SearchSelect
            label={t('users.viewAs.report')}
            placeholder={t('users.viewAs.search')}
            value={report}
            onSearch={search}
            onChange={({ value, title }) => setReport({ value, title })}
          />
          {submitted && !report && (
            <p role="alert" className={classes.error}>
              {t('users.viewAs.missing')}
            </p>
          )}
        </div>
        <div className={classes.actions}>
          <Button type="submit" variant="default" size="sm">
            {t('users.viewAs.submit', { name })}
          </Button>
        </div>
      </form>
    </DetailSection>
  );
}

/** Published reports that the administrator may open, by words of their titles. */
function useReportSearch() {
  const { i18n } = useTranslation();
  const localize = useLocalize();
  const cache = useQueryClient();
  return useCallback(
    async (query: string) => {
      const { reports } = await cache.ensureQueryData(reportsQuery);
      const fold = (text: string) => text.toLocaleLowerCase(i18n.language);
      const words = fold(query).split(/\s+/);
      return reports
        .filter(({ archivedAt, version }) => archivedAt === null && version > 0)
        .map(({ id, title }) => ({ value: id, title: localize(title) }))
        .filter(({ title }) => words.every((word) => fold(title).includes(word)))
        .toSorted((one, other) => one.title.localeCompare(other.title, i18n.language));
    },
    [cache, localize, i18n.language],
  );
}
