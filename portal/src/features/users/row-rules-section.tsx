import { Button } from '@mantine/core';
import type { RowRules } from '@rise/contract';
import { DetailSection, StatusPill, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { rowRulesQuery } from './users.queries.ts';
import classes from './users.module.css';

/** What of the model's rules and masks applies to a person. It is recorded, so it is read on request only. */
export function RowRulesSection({ id }: { id: string }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  return (
    <DetailSection title={t('users.rules.title')}>
      <p className={classes.text}>{t('users.rules.help')}</p>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'users.rules.hide' : 'users.rules.show')}
        </Button>
      </div>
      <div id={panel}>{isOpen && <Rules id={id} />}</div>
    </DetailSection>
  );
}

function Rules({ id }: { id: string }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const found = useQuery(rowRulesQuery(id));
  if (found.isError)
    return (
      <p role="alert" className={classes.error}>
        {errorText(found.error, t).message}
      </p>
    );
  if (!found.data) return <TextSkeleton lines={4} />;
  const { datasets, open, reader } = found.data;
  const values = Object.entries(reader.attributes).filter(([, list]) => list.length > 0);
  return (
    <>
      {values.length > 0 && (
        <p className={classes.hint}>
          {t('users.rules.values', { values: values.map(([name, list]) => `${name} = ${list.join(', ')}`).join('; ') })}
        </p>
      )}
      {datasets.map((dataset) => (
        <DatasetRules key={dataset.name} dataset={dataset} />
      ))}
      {open.length > 0 && (
        <p className={classes.text}>{t('users.rules.open', { datasets: open.map(localize).join(', ') })}</p>
      )}
    </>
  );
}

function DatasetRules({ dataset: { title, rules, masks } }: { dataset: RowRules['datasets'][number] }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const lines = [
    ...rules.map((rule) => ({ ...rule, text: rule.condition, lacking: rule.lacking })),
    ...masks.map((mask) => ({
      ...mask,
      text: t('users.rules.masked', { columns: mask.columns.join(', ') }),
      lacking: [] as string[],
    })),
  ];
  return (
    <section className={classes.dataset} aria-label={localize(title)}>
      <h4 className={classes.heading}>{localize(title)}</h4>
      <ul className={classes.rules}>
        {lines.map(({ name, title: ruleTitle, applies, because, text, lacking }) => (
          <li key={name} className={classes.rule}>
            <span className={classes.ruleHead}>
              {localize(ruleTitle)}
              <StatusPill tone={applies ? 'info' : 'neutral'}>
                {t(applies ? 'users.rules.applies' : 'users.rules.appliesNot')}
              </StatusPill>
            </span>
            <span className={classes.hint}>{t(`users.rules.because.${because}`)}</span>
            <code className={classes.condition}>{text}</code>
            {applies && lacking.length > 0 && (
              <span className={classes.error}>{t('users.rules.lacking', { names: lacking.join(', ') })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
