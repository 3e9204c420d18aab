import { Tooltip } from '@mantine/core';
import type { ChartShape } from '@rise/contract';
import type { Icon } from '@rise/ui';
import {
  IconChartArea,
  IconChartBar,
  IconChartDonut,
  IconChartFunnel,
  IconChartGridDots,
  IconChartHistogram,
  IconChartLine,
  IconChartScatter,
  IconChartTreemap,
  IconMap2,
  IconTargetArrow,
  IconChartBarPopular,
  IconNumber123,
  IconTable,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';

export type Look = 'figures' | 'table' | ChartShape;

const LOOKS: readonly { look: Look; icon: Icon; turned?: boolean }[] = [
  { look: 'figures', icon: IconNumber123 },
  { look: 'line', icon: IconChartLine },
  { look: 'area', icon: IconChartArea },
  { look: 'column', icon: IconChartBar },
  { look: 'bar', icon: IconChartBar, turned: true },
  { look: 'combo', icon: IconChartHistogram },
  { look: 'pie', icon: IconChartDonut },
  { look: 'treemap', icon: IconChartTreemap },
  { look: 'funnel', icon: IconChartFunnel },
  { look: 'waterfall', icon: IconChartBarPopular },
  { look: 'scatter', icon: IconChartScatter },
  { look: 'heat_map', icon: IconChartGridDots },
  { look: 'bullet', icon: IconTargetArrow },
  { look: 'map', icon: IconMap2 },
  { look: 'table', icon: IconTable },
];

interface ShapePickerProps {
  value: Look;
  /** Why a look does not fit; null where it does. */
  obstacle: (look: Look) => string | null;
  onChange: (look: Look) => void;
}

/** How a tile shows its figures; what does not fit says why. */
export function ShapePicker({ value, obstacle, onChange }: ShapePickerProps) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t('builder.settings.look')} className={classes.looks}>
      {LOOKS.map(({ look, icon: LookIcon, turned }) => {
        const reason = obstacle(look);
        const name = t(`builder.looks.${look}`);
        return (
          <Tooltip key={look} label={reason ? `${name}: ${reason}` : name} openDelay={200}>
            <button
              type="button"
              className={classes.look}
              aria-pressed={value === look}
              aria-disabled={reason !== null}
              aria-label={reason ? `${name}: ${reason}` : name}
              onClick={() => reason === null && value !== look && onChange(look)}
            >
              <LookIcon size={20} stroke={1.6} {...(turned ? { style: { rotate: '90deg' } } : {})} />
            </button>
          </Tooltip>
        );
      })}
    </div>
  );
}
