import { Button } from '@mantine/core';
import type { OfferedTemplate } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { StatusPill, type StatusTone } from '@rise/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AppLink } from '../../routing/link.tsx';
import { WorkspaceBadge } from '../../workspaces/workspace-badge.tsx';
import { useTakeOver } from './offers.queries.ts';
import classes from '../../workspaces/templates/offer.module.css';

type State = 'available' | 'added' | 'update' | 'archived' | 'ended';
const TONES: Record<State, StatusTone> = {
  available: 'info',
  added: 'positive',
  update: 'warning',
  archived: 'neutral',
  ended: 'neutral',
};

function stateOf({ use, isOffered }: OfferedTemplate): State {
  if (!isOffered) return 'ended';
  if (use === null) return 'available';
  if (use.isArchived) return 'archived';
  return use.update === null ? 'added' : 'update';
}

/** A template with what is in it, what the tenant's model lacks for it, and what an update would change. */
export function OfferItem({ template }: { template: OfferedTemplate }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const titleId = useId();
  const { id, name, description, version, history, reports, use } = template;
  const state = stateOf(template);
  const fitting = reports.filter(({ lacks }) => lacks.length === 0).length;
  const [latest] = history;
  const facts = [
    t('templates.version', { version: use?.version ?? version }),
    ...(latest && use === null ? [formatDay(latest.publishedAt, i18n.language)] : []),
    t('workspaces.reports', { count: reports.length }),
  ];
  return (
    <li className={classes.item} aria-labelledby={titleId} data-template={id}>
      <WorkspaceBadge workspace={template} />
      <div className={classes.words}>
        <div className={classes.head}>
          <h3 id={titleId} className={classes.title}>
            {localize(name)}
          </h3>
          <StatusPill tone={TONES[state]}>{t(`templates.offers.state.${state}`)}</StatusPill>
        </div>
        <p className={classes.text}>{localize(description)}</p>
        <p className={classes.hint}>{facts.join(' · ')}</p>
        {state === 'ended' && <p className={classes.text}>{t('templates.offers.ended')}</p>}
        {state === 'archived' && <p className={classes.text}>{t('templates.offers.archived')}</p>}
        {fitting < reports.length && (
          <p className={classes.warning}>
            {fitting === 0
              ? t('templates.offers.noneFits')
              : t('templates.offers.someFit', { count: reports.length - fitting })}
          </p>
        )}
        <Contents reports={reports} isOpen={fitting < reports.length && state !== 'added'} />
        {history.length > 0 && <History history={history} />}
        {state === 'update' && <Update template={template} />}
        <Actions template={template} state={state} canAdd={fitting > 0} />
      </div>
    </li>
  );
}

/** Its reports, each with what the tenant's model lacks for it. */
function Contents({ reports, isOpen }: Pick<OfferedTemplate, 'reports'> & { isOpen: boolean }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  return (
    <details className={classes.details} open={isOpen}>
      <summary>{t('templates.offers.contents')}</summary>
      <ul className={classes.notes}>
        {reports.map(({ title, purpose, lacks }) => (
          <li key={title.en}>
            {localize(title)}
            <span className={classes.note}>{localize(purpose)}</span>
            {lacks.length > 0 && (
              <span className={classes.warning}>{t('templates.offers.lacks', { fields: lacks.join(', ') })}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function History({ history }: Pick<OfferedTemplate, 'history'>) {
  const { t, i18n } = useTranslation();
  return (
    <details className={classes.details}>
      <summary>{t('templates.versions', { count: history.length })}</summary>
      <ul className={classes.notes}>
        {history.map(({ number, note, publishedAt }) => (
          <li key={number}>
            {t('templates.version', { version: number })} · {formatDay(publishedAt, i18n.language)}
            {note !== '' && <span className={classes.note}>{note}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What an update changes for the tenant's readers. */
function Update({ template: { version, use, history } }: { template: OfferedTemplate }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const update = use!.update!;
  const lines = (['added', 'changed', 'removed', 'staying'] as const).flatMap((kind) =>
    update[kind].length === 0
      ? []
      : [t(`templates.offers.update.${kind}`, { titles: update[kind].map(localize).join(', ') })],
  );
  const notes = history.filter(({ number, note }) => number > use!.version && note !== '');
  return (
    <div className={classes.changes}>
      <p>
        {use!.version < version
          ? t('templates.offers.update.title', { version })
          : t('templates.offers.update.fitting')}
      </p>
      {notes.map(({ number, note }) => (
        <p key={number} className={classes.note}>
          {note}
        </p>
      ))}
      {lines.length === 0 ? (
        <p>{t('templates.offers.update.nothing')}</p>
      ) : (
        lines.map((line) => <p key={line}>{line}</p>)
      )}
    </div>
  );
}

function Actions({ template, state, canAdd }: { template: OfferedTemplate; state: State; canAdd: boolean }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const takeOver = useTakeOver(template);
  const name = localize(template.name);
  const { error } = takeOver;
  return (
    <>
      {error && (
        <p role="alert" className={classes.error}>
          {error instanceof ApiError && error.code === 'CONFLICT'
            ? t(
                error.details?.some(({ field }) => field === 'name')
                  ? 'templates.offers.nameTaken'
                  : 'templates.offers.conflict',
                { name },
              )
            : errorText(error, t).message}
        </p>
      )}
      <div className={classes.actions}>
        {state === 'available' && canAdd && (
          <Button
            size="xs"
            loading={takeOver.isPending}
            aria-label={t('templates.offers.addNamed', { name })}
            onClick={() => takeOver.mutate()}
          >
            {t('templates.offers.add')}
          </Button>
        )}
        {state === 'update' && (
          <Button
            size="xs"
            loading={takeOver.isPending}
            aria-label={t('templates.offers.updateNamed', { name })}
            onClick={() => takeOver.mutate()}
          >
            {t('templates.offers.updateNow')}
          </Button>
        )}
        {template.use && !template.use.isArchived && (
          <AppLink href={`/reports?workspace=${template.use.workspace}`}>{t('workspaces.menu.reports')}</AppLink>
        )}
      </div>
    </>
  );
}
