import { findMatches } from '../simulation/match.ts';
import { findWords } from '../simulation/words.ts';
import classes from './marked.module.css';

/** A text with what a search found in it: the whole query, else its words. */
export function Marked({ text, query }: { text: string; query: string }) {
  const parts: (string | [string])[] = [];
  let end = 0;
  const whole = findMatches(text, query);
  for (const [start, stop] of whole.length > 0 ? whole : findWords(text, query)) {
    parts.push(text.slice(end, start), [text.slice(start, stop)]);
    end = stop;
  }
  parts.push(text.slice(end));
  return parts.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
      <mark key={index} className={classes['mark']}>
        {part[0]}
      </mark>
    ),
  );
}
