import { z } from 'zod';
import { fieldName } from './values/field-name.ts';
import { FIGURE_TONES, RULE_OPERATORS } from './values/figure-tones.ts';
import { localizedText } from './values/text.ts';

/** A condition on a figure, and what it means where it holds. */
export const figureRule = z
  .strictObject({
    /** The measure whose value decides; the figure's own if omitted. */
    of: fieldName.optional(),
    op: z.enum(RULE_OPERATORS),
    /** What it is compared with: a number, percentages as fractions, or another measure as the target. */
    value: z.number().optional(),
    target: fieldName.optional(),
    tone: z.enum(FIGURE_TONES),
  })
  .refine(({ value, target }) => (value === undefined) !== (target === undefined), {
    path: ['value'],
    message: "Name either a 'value' or a 'target', a measure.",
  });
export type FigureRule = z.infer<typeof figureRule>;

/**
 * How figures of a measure stand out: by rules, the first that a figure meets; as heat, darker for greater values of a
 * column; or with bars. A measure has at most rules and one of the others.
 */
export const conditionalFormat = z.discriminatedUnion('show', [
  z.strictObject({ measure: fieldName, show: z.literal('rules'), rules: z.array(figureRule).min(1).max(10) }),
  z.strictObject({ measure: fieldName, show: z.literal('heat') }),
  z.strictObject({ measure: fieldName, show: z.literal('bars') }),
]);
export type ConditionalFormat = z.infer<typeof conditionalFormat>;

export const conditionalFormats = z.array(conditionalFormat).max(30);

/** A note in a chart: at a day, which its period has, or at a member of the category. */
export const annotation = z.strictObject({
  at: z.string().min(1).max(200),
  text: localizedText,
});
export type Annotation = z.infer<typeof annotation>;
