import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useAddress } from '@rise/shell/routing';
import { Helpful } from './helpful.tsx';
import type { Faq, FaqCategory } from './use-help.ts';
import classes from './help-center.module.css';

const OPEN = 'open';

/** The questions of a category; the address contains the open one. */
export function FaqList({ category }: { category: FaqCategory }) {
  return (
    <section aria-labelledby={category.slug}>
      <h2 id={category.slug} className={classes['heading']}>
        {category.title}
      </h2>
      <div className={classes['list']}>
        {category.faqs.map((faq) => (
          <Question key={faq.id} faq={faq} />
        ))}
      </div>
    </section>
  );
}

function Question({ faq: { id, question, answer } }: { faq: Faq }) {
  const { search, setSearch } = useAddress();
  const open = search[OPEN] === id;
  const heading = useRef<HTMLElement>(null);
  const isClicked = useRef(false);
  // A question that a link opens comes into view, with the focus.
  useEffect(() => {
    if (open && !isClicked.current) {
      heading.current?.scrollIntoView({ block: 'center' });
      heading.current?.focus({ preventScroll: true });
    }
    isClicked.current = false;
  }, [open]);
  return (
    <details className={classes['faq']} open={open}>
      <summary
        ref={heading}
        onClick={(event) => {
          event.preventDefault();
          isClicked.current = true;
          setSearch({ [OPEN]: open ? null : id });
        }}
      >
        {question}
        <IconChevronDown size={18} aria-hidden />
      </summary>
      <p>{answer}</p>
      {open && <Helpful id={id} title={question} />}
    </details>
  );
}
