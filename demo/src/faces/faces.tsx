import { AppLink } from '../routing/link.tsx';
import classes from './faces.module.css';

interface FacesProps<Name extends string> {
  /** What the links choose among, for listeners. */
  label: string;
  faces: readonly { readonly name: Name; readonly title: string }[];
  current: Name;
  /** The address without the face's name. */
  under: string;
}

/** Links to the other faces of a page, this one marked. */
export function Faces<Name extends string>({ label, faces, current, under }: FacesProps<Name>) {
  return (
    <nav className={classes['faces']} aria-label={label}>
      {faces.map(({ name, title }) => (
        <AppLink
          key={name}
          href={`${under}/${name}`}
          className={classes['face']}
          aria-current={name === current ? 'page' : undefined}
        >
          {title}
        </AppLink>
      ))}
    </nav>
  );
}
