import classes from './face.module.css';

interface FaceProps {
  name: string;
  picture: string | null | undefined;
  size?: number;
}

/** A person's picture, or the letters that their names begin with. The name stands beside it. */
export function Face({ name, picture, size = 40 }: FaceProps) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.38) };
  if (picture) return <img className={classes['face']} src={picture} alt="" style={style} />;
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('');
  return <span className={classes['face']} style={style} data-letters={letters.toLocaleUpperCase()} aria-hidden />;
}
