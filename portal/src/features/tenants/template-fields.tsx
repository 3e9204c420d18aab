import { Checkbox } from '@mantine/core';
import { MAX_FIRST_TEMPLATES } from '@rise/contract/tenant-words';
import { ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AppLink } from '../../routing/link.tsx';
import { firstTemplatesQuery } from './tenants.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './tenants.module.css';

/** Two have the same name, which workspaces cannot share; or one is not offered any more. */
export type TemplateProblem = 'twins' | 'gone';

interface TemplateFieldsProps {
  /** In the order in which they were chosen. */
  chosen: readonly string[];
  /** Why they were refused; null: they were not. */
  problem: TemplateProblem | null;
  onChange: (chosen: readonly string[]) => void;
}

/** Workspaces that a new tenant starts with: of templates that are offered to all tenants. */
export function TemplateFields({ chosen, problem, onChange }: TemplateFieldsProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const found = useQuery(firstTemplatesQuery);
  if (found.isError)
    return (
      <p role="alert" className={cards.error}>
        {errorText(found.error, t).message}
      </p>
    );
  if (found.isPending) return <ListSkeleton rows={2} />;
  if (found.data.length === 0)
    return (
      <p className={classes.hint}>
        {t('tenantList.templates.none')} <AppLink href="/global/templates">{t('tenantList.templates.manage')}</AppLink>
      </p>
    );
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{t('tenantList.templates.help')}</p>
      {found.data.map(({ id, name, description }) => (
        <Checkbox
          key={id}
          label={localize(name)}
          description={localize(description)}
          checked={chosen.includes(id)}
          disabled={!chosen.includes(id) && chosen.length >= MAX_FIRST_TEMPLATES}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
      {problem && (
        <p role="alert" className={cards.error}>
          {t(`tenantList.templates.problems.${problem}`)}
        </p>
      )}
    </div>
  );
}
