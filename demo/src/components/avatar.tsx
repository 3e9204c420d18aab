import classes from './avatar.module.css';

interface AvatarProps {
  name: string;
  picture: string | null | undefined;
  size?: number;
}

/** A person's picture or initials. Decorative: the name is shown next to it. */
export function Avatar({ name, picture, size = 40 }: AvatarProps) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.38) };
  if (picture) return <img className={classes['avatar']} src={picture} alt="" style={style} />;
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('');
  return <span className={classes['avatar']} style={style} data-letters={letters.toLocaleUpperCase()} aria-hidden />;
}
