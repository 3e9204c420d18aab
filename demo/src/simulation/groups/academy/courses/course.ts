type Pair = readonly [en: string, tr: string];

/** Title, what it is about in a sentence, and what there is to know. */
export type Step = readonly [title: Pair, subtitle: Pair, content: Pair];
