import classes from './project-dashboard.module.css';

/** A person's picture or initials. Decorative: the name is shown next to it. */
export function Portrait({ name, avatar, size }: { name: string; avatar: string | null; size: number }) {
  const box = { width: size, height: size };
  if (avatar) return <img className={classes['portrait']} src={avatar} alt="" style={box} />;
  const initials = name.split(' ').flatMap((part) => [...part].slice(0, 1));
  return (
    <span className={classes['portrait']} style={{ ...box, fontSize: size * 0.36 }} aria-hidden>
      {[initials[0], initials.length > 1 ? initials.at(-1) : ''].join('').toLocaleUpperCase()}
    </span>
  );
}
