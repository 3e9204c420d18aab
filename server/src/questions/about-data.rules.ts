import { coversOf, type Item } from './cover.rules.ts';
import type { MatchedWords } from './matches.rules.ts';
import type { QuestionContext, Understanding } from './understand.rules.ts';

/** Words that only questions about data begin with: “number of ATMs”, “kaç şube”. */
const COUNTS = /^(?:(?:what is )?(?:the )?(?:total )?number of|how many|kac)(?![a-z])/;
const COUNTS_POSTPOSED = /(?:^| )(?:sayisi|adedi) ?(?:nedir|kac|ne kadar)?$/;
/** Words that an earlier answer is continued with. */
const CONTINUES = /^(?:and|what about|how about|peki|ya)(?![a-z])/;

/**
 * Whether a question that no figure answers is one about data all the same, so that the answer is why, and what is
 * nearest. What merely names a measure may be about its meaning, which passages explain.
 */
export function isOfData(
  { failure, without }: Understanding & { kind: 'refuse' },
  matched: MatchedWords,
  context: QuestionContext,
  isFollowing: boolean,
): boolean {
  const { obstacle } = failure;
  const text = matched.words.join(' ');
  if (COUNTS.test(text) || COUNTS_POSTPOSED.test(text)) return true;
  if (isFollowing && CONTINUES.test(text)) return true;
  if (obstacle !== 'unknown_words' && obstacle !== 'no_measure' && obstacle !== 'why') return true;
  if (obstacle === 'unknown_words' && without !== null) return true;
  const items = likeliestItems(matched, context);
  const has = (kind: Item['kind']) => items.some((item) => item.kind === kind && !isWeakName(item, matched));
  const doesMore = items.some(
    ({ kind }) => kind === 'time' || kind === 'rank' || kind === 'comparison' || kind === 'versus',
  );
  if (has('measure')) return doesMore || has('value') || obstacle === 'why' || items.some(isCalculation);
  // A member of the data by its name, or a ranking of groups, is in no guide; a place is in the world as well.
  const names = new Set(context.lexicon.datasets.flatMap(({ entity }) => (entity ? [entity.name] : [])));
  const isOfMember = items.some(
    (item) => item.kind === 'value' && names.has(item.dimension) && !isWeakName(item, matched),
  );
  return isOfMember || (has('dimension') && doesMore);
}

const isCalculation = (item: Item) =>
  item.kind === 'cue' && ['growth', 'lastYear', 'share', 'running', 'average', 'compare', 'own'].includes(item.cue);

/** Any word may be a name in the data: only one that is written as such counts. */
const isWeakName = (item: Item, { tokens }: MatchedWords) =>
  item.kind === 'value' &&
  item.isData &&
  tokens.slice(item.from, item.to).every(({ isCapitalized, isQuoted }) => !isCapitalized && !isQuoted);

/** The reading with the fewest unknown words, and of those the likeliest. */
function likeliestItems(matched: MatchedWords, context: QuestionContext): readonly Item[] {
  const covers = context.lexicon.datasets.flatMap((dataset) => coversOf(matched, dataset, context));
  const [best] = covers.toSorted((a, b) => a.unknown - b.unknown || b.total - a.total);
  return best?.items ?? [];
}
