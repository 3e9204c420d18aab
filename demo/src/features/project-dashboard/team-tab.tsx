import { IconMail, IconPhone } from '@tabler/icons-react';
import { useId } from 'react';
import { Portrait } from './portrait.tsx';
import type { Project } from './project.ts';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './team-tab.module.css';

/** The project's team with contact details. */
export function TeamTab({ project }: { project: Project }) {
  return (
    <ul className={classes['team']}>
      {project.teamMembers.map((member) => (
        <li key={member.id}>
          <Member {...member} />
        </li>
      ))}
    </ul>
  );
}

function Member({ name, avatar, title, email, phone }: Project['teamMembers'][number]) {
  const t = useProjectTexts();
  const id = useId();
  return (
    <article className={classes['member']} aria-labelledby={id}>
      <div className={classes['who']}>
        <Portrait name={name} avatar={avatar} size={80} />
        <h2 id={id} className={classes['name']}>
          {name}
        </h2>
        <p className={classes['title']}>{title}</p>
      </div>
      <div className={classes['ways']}>
        <a className={classes['way']} href={`mailto:${email}`} aria-label={t('emailTo', { name })} title={email}>
          <IconMail size={16} stroke={1.7} aria-hidden />
          {t('email')}
        </a>
        <a
          className={classes['way']}
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          aria-label={t('callTo', { name })}
          title={phone}
        >
          <IconPhone size={16} stroke={1.7} aria-hidden />
          {t('call')}
        </a>
      </div>
    </article>
  );
}
