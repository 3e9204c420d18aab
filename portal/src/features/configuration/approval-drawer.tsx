import { Button, Checkbox, Switch } from '@mantine/core';
import type { ApprovalRule, ConfigurationType } from '@rise/contract';
import { DetailDrawer, ErrorState, ListSkeleton, Notice } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { approvalQuery, useSaveApproval } from './approval.queries.ts';
import classes from './approval.module.css';

/** Which types change only with the approval of another administrator. */
export function ApprovalDrawer({ types, onClose }: { types: readonly ConfigurationType[]; onClose: () => void }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const stored = useQuery(approvalQuery);
  const save = useSaveApproval();
  const [entered, setRule] = useState<ApprovalRule | null>(null);
  const rule = entered ?? stored.data ?? { all: false, types: [] };
  const isOn = rule.all || rule.types.length > 0;
  const set = (change: Partial<ApprovalRule>) => setRule({ all: rule.all, types: rule.types, ...change });
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={t('configuration.approval.title')}
      subtitle={t('configuration.approval.subtitle')}
      footer={
        <div className={classes.footer}>
          {save.isError && (
            <p role="alert" className={classes.error}>
              {errorText(save.error, t).message}
            </p>
          )}
          <Button variant="default" onClick={onClose}>
            {t('configuration.cancel')}
          </Button>
          <Button
            disabled={stored.data === undefined}
            loading={save.isPending}
            onClick={() =>
              entered === null ? onClose() : save.mutate({ all: rule.all, types: rule.types }, { onSuccess: onClose })
            }
          >
            {t('configuration.approval.save')}
          </Button>
        </div>
      }
    >
      {stored.isError ? (
        <ErrorState {...errorText(stored.error, t)} onRetry={() => void stored.refetch()} />
      ) : stored.isPending ? (
        <ListSkeleton rows={4} />
      ) : (
        <div className={classes.rule}>
          {isOn && stored.data.approvers === 0 && <Notice tone="warning">{t('configuration.approval.nobody')}</Notice>}
          <Switch
            label={t('configuration.approval.all')}
            checked={rule.all}
            onChange={({ currentTarget }) => set({ all: currentTarget.checked })}
          />
          {!rule.all && (
            <fieldset className={classes.types}>
              <legend>{t('configuration.approval.some')}</legend>
              {types.map(({ type, title }) => (
                <Checkbox
                  key={type}
                  label={localize(title)}
                  checked={rule.types.includes(type)}
                  onChange={({ currentTarget }) =>
                    set({
                      types: currentTarget.checked
                        ? [...rule.types, type]
                        : rule.types.filter((other) => other !== type),
                    })
                  }
                />
              ))}
            </fieldset>
          )}
        </div>
      )}
    </DetailDrawer>
  );
}
