import { ActionIcon, Modal, VisuallyHidden } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../dates/dates.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { dimensionNamed, valueTitle } from '../fields.ts';
import { ReportContext, useOpenReport } from '../report-context.ts';
import type { RunState } from '../report-run.ts';
import { TileSurfaceContext } from '../tiles/tile-surface.ts';
import { SlideRows } from './slide-rows.tsx';
import { enlargementOf, isNarrow, slideOfPage, slidesOf } from './slides.rules.ts';
import { useFullscreen } from './use-fullscreen.ts';
import classes from './presentation.module.css';

const AT_ONCE = { duration: 0 };
const SLIDE = { on: 'slide', asTable: false, height: 0 } as const;
/** Of head and foot, and the edges of a slide, in pixels. */
const AROUND = { width: 48, height: 116 };

interface PresentationProps {
  tiles: RunState['tiles'];
  /** Id of the page that runs. */
  page: string;
  onClose: () => void;
}

/** The report over the whole screen, page by page, without anything to operate but the keys. */
export default function Presentation({ tiles, page, onClose }: PresentationProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const open = useOpenReport();
  const { document } = open.report;
  const window = useViewportSize();
  const scale = enlargementOf(window);
  const room = useMemo(
    () => ({ width: window.width / scale - AROUND.width, height: window.height / scale - AROUND.height }),
    [window.width, window.height, scale],
  );
  const slides = useMemo(() => slidesOf(document.pages, room), [document.pages, room]);
  const [reached, setAt] = useState<number | null>(null);
  // With another size of the window there are other slides; the page stays.
  const at = reached !== null && slides[reached]?.page === page ? reached : slideOfPage(slides, page);
  const slide = slides[at]!;
  const stage = useRef<HTMLDivElement>(null);
  useFullscreen(onClose);

  const show = (next: number) => {
    const target = slides[next];
    if (!target || next === at) return;
    setAt(next);
    stage.current?.scrollTo({ top: 0 });
    if (target.page !== page) open.choose({ page: target.page }, { replace: true });
  };
  const onKeyDown = useKeys(stage, { at, last: slides.length - 1, show });
  const title = localize(document.title);
  const pageTitle = document.pages.length > 1 ? localize(document.pages.find(({ id }) => id === page)!.title) : null;
  const number = t('report.present.page', { number: at + 1, count: slides.length });
  // A click on a mark shows its value, and never filters by accident.
  const presented = useMemo(() => ({ ...open, isFilteredByMarks: false }), [open]);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      padding={0}
      radius={0}
      returnFocus={false}
      transitionProps={AT_ONCE}
      onKeyDown={onKeyDown}
    >
      <Modal.Content aria-label={t('report.present.title', { title })} classNames={{ content: classes.content! }}>
        <div className={classes.screen} style={{ zoom: scale, '--scale': scale } as CSSProperties}>
          <header className={classes.head}>
            <h2 className={classes.title}>{[title, pageTitle].filter(Boolean).join(' – ')}</h2>
            <p className={classes.about}>{useSelections().join(' · ')}</p>
          </header>
          <div
            ref={stage}
            className={classes.stage}
            tabIndex={0}
            data-autofocus
            role="group"
            aria-label={[number, pageTitle].filter(Boolean).join(', ')}
            aria-describedby="present-keys"
          >
            <ReportContext value={presented}>
              <TileSurfaceContext value={SLIDE}>
                <SlideRows key={at} slide={slide} tiles={tiles} isFilled={!isNarrow(room)} />
              </TileSurfaceContext>
            </ReportContext>
          </div>
          <footer className={classes.foot}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('report.present.previous')}
              disabled={at === 0}
              onClick={() => show(at - 1)}
            >
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <span className={classes.number} aria-hidden>
              {at + 1} / {slides.length}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('report.present.next')}
              disabled={at === slides.length - 1}
              onClick={() => show(at + 1)}
            >
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={t('report.present.end')} onClick={onClose}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </footer>
          <VisuallyHidden>
            <output>{[number, pageTitle].filter(Boolean).join(', ')}</output>
          </VisuallyHidden>
          <VisuallyHidden id="present-keys">{t('report.present.keys')}</VisuallyHidden>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Whom the figures are of, by which filters, and of which day. */
function useSelections(): string[] {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report, choices, subject } = useOpenReport();
  const filters = Object.entries(choices.filters).map(([field, values]) => {
    const dimension = dimensionNamed(report, field);
    const named = values.map((value) => valueTitle(dimension, value, localize));
    return `${dimension ? localize(dimension.title) : field}: ${named.join(', ')}`;
  });
  return [
    ...(subject ? [subject.title] : []),
    ...filters,
    ...(report.asOf ? [t('report.asOf', { date: formatDay(report.asOf, i18n.language) })] : []),
  ];
}

interface Steps {
  at: number;
  last: number;
  show: (slide: number) => void;
}

/** Keys that a part of a tile has not taken for itself. What is higher than the screen is scrolled before it is left. */
function useKeys(stage: { current: HTMLElement | null }, { at, last, show }: Steps) {
  const scrolled = (direction: 1 | -1): boolean => {
    const element = stage.current;
    if (!element) return false;
    const rest = direction === 1 ? element.scrollHeight - element.clientHeight - element.scrollTop : element.scrollTop;
    if (rest <= 2) return false;
    element.scrollBy({ top: direction * element.clientHeight * 0.9 });
    return true;
  };
  return (event: KeyboardEvent) => {
    const isButton = (event.target as HTMLElement).closest('button, a, input, select, textarea') !== null;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const isBack = event.key === 'PageUp' || (event.key === ' ' && event.shiftKey) || event.key === 'ArrowUp';
    const isForward = event.key === 'PageDown' || event.key === ' ' || event.key === 'ArrowDown';
    if (event.key === ' ' && isButton) return;
    if (event.key === 'ArrowRight') show(at + 1);
    else if (event.key === 'ArrowLeft') show(at - 1);
    else if (event.key === 'Home') show(0);
    else if (event.key === 'End') show(last);
    else if (isBack) {
      if (!scrolled(-1)) show(at - 1);
    } else if (isForward) {
      if (!scrolled(1)) show(at + 1);
    } else return;
    event.preventDefault();
  };
}
