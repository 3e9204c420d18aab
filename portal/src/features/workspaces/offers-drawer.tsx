import { DetailDrawer, EmptyState, ErrorState, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { OfferItem } from './offer-item.tsx';
import { offersQuery } from './offers.queries.ts';
import classes from '../../workspaces/templates/offer.module.css';

interface OffersDrawerProps {
  /** The template that is shown first; null: none before the others. */
  shown: string | null;
  onClose: () => void;
}

/** Templates that the tenant may add, and what is new in those that it uses. */
export default function OffersDrawer({ shown, onClose }: OffersDrawerProps) {
  const { t } = useTranslation();
  const { data, error, isError, refetch } = useQuery(offersQuery);
  const list = useRef<HTMLUListElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded && shown !== null) list.current?.querySelector(`[data-template="${shown}"]`)?.scrollIntoView();
  }, [isLoaded, shown]);
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={t('templates.offers.title')}
      subtitle={t('templates.offers.purpose')}
    >
      {isError ? (
        <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={4} />
      ) : data.templates.length === 0 ? (
        <EmptyState art="list" title={t('templates.offers.empty')} text={t('templates.offers.emptyText')} />
      ) : (
        <ul className={classes.list} ref={list}>
          {data.templates.map((template) => (
            <OfferItem key={template.id} template={template} />
          ))}
        </ul>
      )}
    </DetailDrawer>
  );
}
