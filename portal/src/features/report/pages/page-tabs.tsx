import { Tabs } from '@mantine/core';
import type { ReportPage } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import classes from './page-tabs.module.css';

interface PageTabsProps {
  pages: readonly ReportPage[];
  /** Id of the page that is shown. */
  page: string;
  onChoose: (id: string) => void;
}

/** The pages of a report; nothing where there is one. */
export function PageTabs({ pages, page, onChoose }: PageTabsProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  if (pages.length < 2) return null;
  return (
    <Tabs value={page} onChange={(id) => id !== null && onChoose(id)} keepMounted={false} className={classes.tabs}>
      <Tabs.List aria-label={t('report.pages')}>
        {pages.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {localize(title)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
