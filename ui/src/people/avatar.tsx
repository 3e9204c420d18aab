import type { Person } from './person.ts';
import classes from './user-menu.module.css';

const first = (text: string) => [...text.trim()][0] ?? '';

/** A person's picture or initials. Decorative: the name is next to it or in a label. */
export function Avatar({ person, size }: { person: Person; size: number }) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.4) };
  if (person.avatar) return <img className={classes['avatar']} src={person.avatar} alt="" style={style} />;
  const initials = first(person.firstName) + first(person.lastName) || first(person.email);
  return <span className={classes['avatar']} style={style} data-initials={initials.toLocaleUpperCase()} aria-hidden />;
}
