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
  const element = useRef<HTMLDetailsElement>(null);
  const linked = useRef(open);
  // Scrolls to the question that a link opens.
  useEffect(() => {
    if (linked.current) element.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <details ref={element} className={classes['faq']} open={open}>
      <summary
        onClick={(event) => {
          event.preventDefault();
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
