import { useState } from 'react';
import type { Person } from './person.ts';
import classes from './user-menu.module.css';

const first = (text: string) => [...text.trim()][0] ?? '';

/** A person's picture, or initials where there is none or it cannot be shown. Decorative: the name is next to it or in a label. */
export function Avatar({ person, size }: { person: Person; size: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  const style = { width: size, height: size, fontSize: Math.round(size * 0.4) };
  const { avatar = null } = person;
  if (avatar && avatar !== broken)
    return <img className={classes['avatar']} src={avatar} alt="" style={style} onError={() => setBroken(avatar)} />;
  const initials = first(person.firstName) + first(person.lastName) || first(person.email);
  return <span className={classes['avatar']} style={style} data-initials={initials.toLocaleUpperCase()} aria-hidden />;
}
