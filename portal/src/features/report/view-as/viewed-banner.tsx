import { Button } from '@mantine/core';
import type { ReportReader } from '@rise/contract';
import { NoticeBanner } from '@rise/ui/panels';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStickyTop } from '../use-sticky-top.ts';
import { useStopViewing } from './use-view-as.ts';
import classes from './view-as.module.css';

/** With whose rights the report below is shown, until the reader ends it. */
export function ViewedBanner({ reader: { name } }: { reader: ReportReader }) {
  const { t } = useTranslation();
  const stop = useStopViewing();
  return (
    <div className={classes.bar} style={useStickyTop()}>
      <NoticeBanner
        icon={IconEye}
        title={t('report.viewAs.title', { name })}
        texts={[t('report.viewAs.text')]}
        action={
          <Button size="xs" variant="default" className={classes.stop} onClick={stop}>
            {t('report.viewAs.stop')}
          </Button>
        }
      />
    </div>
  );
}
