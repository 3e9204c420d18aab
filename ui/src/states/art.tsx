import classes from './art.module.css';

export type ArtName = 'figures' | 'search' | 'list' | 'lost' | 'locked' | 'broken' | 'works';

/** Line drawings of our own, in the colors of the theme. */
export function Art({ name, size = 96 }: { name: ArtName; size?: number }) {
  return (
    <svg className={classes['art']} width={size} height={size * 0.75} viewBox="0 0 128 96" fill="none" aria-hidden>
      {DRAWINGS[name]}
    </svg>
  );
}

const sheet = <rect x="20" y="12" width="88" height="68" rx="6" className={classes['sheet']} />;

const DRAWINGS: Record<ArtName, React.ReactNode> = {
  figures: (
    <>
      {sheet}
      <path d="M32 66h64" className={classes['quiet']} />
      <path d="M38 66V54M50 66V46M62 66V50" className={classes['bar']} />
      <path d="M74 66V36M86 66V28" className={classes['bar-dashed']} />
      <circle cx="86" cy="28" r="3" className={classes['dot']} />
    </>
  ),
  search: (
    <>
      {sheet}
      <path d="M32 28h36M32 40h24M32 52h30" className={classes['quiet']} />
      <circle cx="84" cy="52" r="15" className={classes['lens']} />
      <path d="m95 63 12 12" className={classes['accent']} />
    </>
  ),
  list: (
    <>
      {sheet}
      <path d="M20 30h88" className={classes['quiet']} />
      <path d="M32 44h10M32 56h10M32 68h10" className={classes['accent']} />
      <path d="M52 44h44M52 56h34M52 68h40" className={classes['quiet']} />
    </>
  ),
  lost: (
    <>
      <path d="M14 78h100" className={classes['quiet']} />
      <path d="M22 70c14-4 20-18 34-18" className={classes['bar-dashed-thin']} />
      <path d="M72 70V24m0 2h26l6 7-6 7H72" className={classes['accent']} />
      <circle cx="56" cy="52" r="3" className={classes['dot']} />
    </>
  ),
  locked: (
    <>
      {sheet}
      <path d="M20 30h88" className={classes['quiet']} />
      <rect x="48" y="46" width="32" height="24" rx="4" className={classes['lens']} />
      <path d="M54 46v-5a10 10 0 0 1 20 0v5M64 56v5" className={classes['accent']} />
    </>
  ),
  broken: (
    <>
      {sheet}
      <path d="M20 30h88" className={classes['quiet']} />
      <path d="M32 62l14-10 10 6" className={classes['accent']} />
      <path d="M72 44l10 6 14-10" className={classes['accent']} />
      <path d="M60 38l8 8-6 8 8 10" className={classes['bar-dashed-thin']} />
    </>
  ),
  works: (
    <>
      <path d="M14 82h100" className={classes['quiet']} />
      <path
        d="M54 36v-7M54 75v-7M38 52h-7M77 52h-7M42.7 40.7l-5-5M70.3 68.3l-5-5M42.7 63.3l-5 5M70.3 35.7l-5 5"
        className={classes['bar']}
      />
      <circle cx="54" cy="52" r="14" className={classes['lens']} />
      <circle cx="54" cy="52" r="4" className={classes['dot']} />
      <path d="M84 82l8-34h4l8 34" className={classes['accent']} />
      <path d="M89 62h10M86.5 72h15" className={classes['bar-dashed-thin']} />
    </>
  ),
};
