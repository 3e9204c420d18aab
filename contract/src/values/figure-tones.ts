/** What a figure means, in words that themes have colors and icons for. */
export const FIGURE_TONES = ['good', 'warning', 'bad', 'neutral'] as const;
export type FigureTone = (typeof FIGURE_TONES)[number];

/** How a rule compares a figure with its limit. */
export const RULE_OPERATORS = ['gte', 'gt', 'lte', 'lt', 'eq'] as const;
export type RuleOperator = (typeof RULE_OPERATORS)[number];
