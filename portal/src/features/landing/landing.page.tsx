import { Button } from '@mantine/core';
import { Logo } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '@rise/shell/language/switch';
import { useSettings } from '../../settings/settings.ts';
import { AppLink } from '../../routing/link.tsx';
import { LandingArt } from './landing-art.tsx';
import classes from './landing.module.css';

/** Public start page with the sign-in link. */
export default function LandingPage() {
  const { t } = useTranslation();
  const { signIn } = useSettings();
  const points = [
    { title: t('landing.points.peers.title'), text: t('landing.points.peers.text') },
    { title: t('landing.points.trust.title'), text: t('landing.points.trust.text') },
    { title: t('landing.points.apart.title'), text: t('landing.points.apart.text') },
  ];
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Logo />
        <LanguageSwitch />
      </header>
      <section className={classes.hero}>
        <div>
          <h1 className={classes.title}>{t('landing.title')}</h1>
          <p className={classes.lead}>{t('landing.lead')}</p>
          <Button component="a" href={signIn.path} size="md" className={classes.door}>
            {t('landing.signIn')}
          </Button>
          {signIn.embedded && <p className={classes.hint}>{t('landing.demo')}</p>}
        </div>
        <LandingArt />
      </section>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point.title}>
            <h2 className={classes.pointTitle}>{point.title}</h2>
            <p className={classes.pointText}>{point.text}</p>
          </li>
        ))}
      </ul>
      <footer className={classes.foot}>
        {t('landing.source')} · <AppLink href="/contact-us">{t('landing.contact')}</AppLink>
      </footer>
    </div>
  );
}
