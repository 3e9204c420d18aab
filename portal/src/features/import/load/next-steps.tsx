import { IconBrandDatabricks, IconDatabaseImport, IconHistory, IconTable, IconTags } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { allowed, entryAt } from '../../../routing/access.ts';
import { AppLink } from '../../../routing/link.tsx';
import { useRouteTable } from '../../../routing/route-context.ts';
import { useSession } from '../../../session/session.ts';
import classes from './load.module.css';

const STEPS = [
  { id: 'model', href: '/model/edit', icon: IconBrandDatabricks },
  { id: 'codes', href: '/configuration', icon: IconTags },
  { id: 'data', href: '/warehouse-data-view', icon: IconTable },
  { id: 'versions', href: '/data-versions', icon: IconHistory },
  { id: 'import', href: '/import', icon: IconDatabaseImport },
] as const;

/** The editor beside the tables, with those first that were loaded. */
const modelOf = (tables: readonly string[]): string =>
  `/model/edit?${new URLSearchParams({ panel: 'tables', tables: tables.join(',') }).toString()}`;

/** Where to go from loaded tables: the screens that exist and that the person may open. */
export function NextSteps({ tables }: { tables: readonly string[] }) {
  const { t } = useTranslation();
  const table = useRouteTable();
  const session = useSession();
  const steps = STEPS.filter(({ href }) => {
    const entry = entryAt(href, table);
    return entry?.screen !== undefined && allowed(entry, session);
  });
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className={classes.heading}>
        {t('import.next.title')}
      </h2>
      <ul className={classes.steps}>
        {steps.map(({ id, href, icon: Icon }) => (
          <li key={id}>
            <AppLink href={id === 'model' ? modelOf(tables) : href} className={classes.step}>
              <Icon size={20} stroke={1.5} aria-hidden />
              <span>
                <strong>{t(`import.next.${id}.title`)}</strong>
                <span className={classes.stepText}>{t(`import.next.${id}.text`)}</span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
