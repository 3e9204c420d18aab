import { Notice } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChangeList } from './change-list.tsx';
import { inheritanceQuery } from './model-versions.queries.ts';
import classes from './model-versions.module.css';

/** What of the active model is the template's and what the tenant's own; nothing where it extends none. */
export function Inheritance() {
  const { t } = useTranslation();
  const inheritance = useQuery(inheritanceQuery).data?.inheritance;
  if (!inheritance) return null;
  const { template, here, there, problems } = inheritance;
  return (
    <section className={classes.version}>
      <h2 className={classes.title}>
        {t('modelVersions.inheritance.title', { name: template.name, version: template.version })}
      </h2>
      <p className={classes.facts}>{t('modelVersions.inheritance.own', { count: here.length })}</p>
      {problems.length > 0 && (
        <Notice tone="warning" title={t('modelVersions.inheritance.stays', { newest: template.newest })}>
          {problems.join(' ')}
        </Notice>
      )}
      {here.length > 0 && (
        <details>
          <summary>{t('modelVersions.inheritance.here')}</summary>
          <ChangeList changes={here} />
        </details>
      )}
      {there.length > 0 && (
        <details>
          <summary>{t('modelVersions.inheritance.there', { newest: template.newest })}</summary>
          <ChangeList changes={there} />
        </details>
      )}
    </section>
  );
}
