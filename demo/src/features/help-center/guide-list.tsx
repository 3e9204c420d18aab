import { AppLink } from '../../routing/link.tsx';
import { type GuideCategory, guideHref } from './use-help.ts';
import classes from './help-center.module.css';

export function GuideList({ category, guides }: { category: GuideCategory; guides: GuideCategory['guides'] }) {
  return (
    <ul className={classes['list']}>
      {guides.map((guide) => (
        <li key={guide.id}>
          <AppLink href={guideHref(category, guide)} className={classes['row']}>
            <span className={classes['row-title']}>{guide.title}</span>
            <span className={classes['row-text']}>{guide.subtitle}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
