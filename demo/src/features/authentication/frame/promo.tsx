import { CAST } from '../../../simulation/generate/cast.ts';
import { useAuthenticationTexts } from '../authentication.texts.ts';
import { PromoArt } from './promo-art.tsx';
import classes from './promo.module.css';

const SHOWN_AVATARS = 5;

/** A product teaser next to the form on wide screens. */
export function Promo() {
  const t = useAuthenticationTexts();
  return (
    <aside className={classes['promo']}>
      <PromoArt />
      <div className={classes['words']}>
        <p className={classes['title']}>{t('promoTitle')}</p>
        <p className={classes['text']}>{t('promoText')}</p>
        <div className={classes['people']}>
          <div className={classes['avatars']}>
            {CAST.slice(0, SHOWN_AVATARS).map(({ id, avatar }) => (
              <img key={id} src={avatar} alt="" width={40} height={40} className={classes['face']} />
            ))}
          </div>
          <p className={classes['caption']}>{t('promoPeople', { people: CAST.length })}</p>
        </div>
      </div>
    </aside>
  );
}
