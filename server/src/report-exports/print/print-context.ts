import type { Report, ResolvedChoices } from '@rise/contract';
import type { ChartColors } from '@rise/ui/chart-options';
import type { PaperSize } from './print-document.ts';
import type { PrintWords } from './words.ts';

/** The member that a report is about. */
export interface Subject {
  readonly title: string;
  readonly key: string;
}

/** What the blocks of a report have in common. */
export interface PrintContext {
  readonly report: Report;
  readonly resolved: ResolvedChoices;
  readonly subject: Subject | null;
  /** The measure of rankings and distributions that name none. */
  readonly measure: string | null;
  readonly words: PrintWords;
  readonly colors: ChartColors;
  readonly paper: PaperSize;
}

export type ReportMeasure = Report['fields']['measures'][number];

/** A measure of the report; under its mere name where the model no longer has it. */
export const measureNamed = ({ report }: PrintContext, name: string): ReportMeasure =>
  report.fields.measures.find((measure) => measure.name === name) ?? {
    name,
    title: { en: name },
    label: null,
    definition: { en: name },
    caveat: null,
    averages: false,
    better: 'neutral',
    format: { unit: 'number', decimals: 2, truncate: false },
    bands: null,
    classifies: null,
  };

/** Of the report's own dataset if no other is named. */
export const dimensionNamed = ({ report }: PrintContext, name: string, dataset?: string) =>
  report.fields.dimensions.find((dimension) => dimension.name === name && dimension.dataset === dataset);

/** The short title where there is one. */
export const labelOf = ({ words }: PrintContext, { label, title }: ReportMeasure): string =>
  words.localize(label ?? title);
