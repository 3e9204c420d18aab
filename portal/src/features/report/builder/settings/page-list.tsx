import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { useBuilder } from '../builder-context.ts';
import { freshId } from '../canvas/placement.rules.ts';
import { DraftText } from './draft-text.tsx';
import classes from './settings.module.css';

const MOST = 20;

/** The pages of the report, in their order. */
export function PageList() {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { document, page, change, showPage } = useBuilder();
  const { pages } = document;
  const add = () => {
    const id = freshId(document, 'page');
    const title = { en: `Page ${pages.length + 1}`, tr: `Sayfa ${pages.length + 1}` };
    change([{ type: 'insert-page', page: { id, title, rows: [] }, before: null }]);
    showPage(id);
  };
  return (
    <div className={classes.part} role="group" aria-label={t('builder.settings.pages')}>
      <span className={classes.label}>{t('builder.settings.pages')}</span>
      <ul className={classes.pages}>
        {pages.map(({ id, title }, index) => (
          <li key={id} className={classes.field}>
            <span className={classes.name}>
              <DraftText
                label={t('builder.settings.pageTitle', { number: index + 1 })}
                value={title.en}
                maxLength={80}
                onChange={(en) => change([{ type: 'set', at: ['pages', id, 'title'], value: { ...title, en } }])}
              />
            </span>
            {index > 0 && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t('builder.settings.moveUp', { name: localize(title) })}
                onClick={() => change([{ type: 'move-page', page: id, before: pages[index - 1]!.id }])}
              >
                <IconArrowUp size={14} aria-hidden />
              </ActionIcon>
            )}
            {index < pages.length - 1 && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t('builder.settings.moveDown', { name: localize(title) })}
                onClick={() => change([{ type: 'move-page', page: id, before: pages[index + 2]?.id ?? null }])}
              >
                <IconArrowDown size={14} aria-hidden />
              </ActionIcon>
            )}
            {pages.length > 1 && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t('builder.settings.removePage', { name: localize(title) })}
                onClick={() => {
                  change([{ type: 'remove-page', page: id }]);
                  if (id === page.id) showPage(pages.find((one) => one.id !== id)!.id);
                }}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {pages.length < MOST && (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {t('builder.settings.addPage')}
        </Button>
      )}
    </div>
  );
}
