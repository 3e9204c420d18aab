import type { PassageLink } from '@rise/contract';
import { Fragment } from 'react';
import { AppLink } from '../../routing/link.tsx';

/** The text of a passage, in which links open the place in another document that they lead to. */
export function PassageText({ text, links }: { text: string; links: readonly PassageLink[] }) {
  return (
    <>
      {links.map(({ from, to, document, passage }, index) => (
        <Fragment key={from}>
          {text.slice(links[index - 1]?.to ?? 0, from)}
          <AppLink href={`/knowledge/${document}${passage === null ? '' : `?passage=${passage}`}`}>
            {text.slice(from, to)}
          </AppLink>
        </Fragment>
      ))}
      {text.slice(links.at(-1)?.to ?? 0)}
    </>
  );
}
