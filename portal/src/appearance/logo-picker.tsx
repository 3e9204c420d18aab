import { Button } from '@mantine/core';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PICTURE_TYPES } from '../pictures/picture-file.ts';
import classes from './logo-picker.module.css';

interface LogoPickerProps {
  /** Address of the logo; null: there is none. */
  logo: string | null;
  /** Text in place of the picture. */
  alt: string;
  /** Where it is shown, and which files serve. */
  help: string;
  /** The chosen file is being stored. */
  isUploading?: boolean;
  isRemoving?: boolean;
  onChoose: (file: File) => void;
  /** Calls `done` when the logo is gone: the button of the removal is, too, and the focus moves on. */
  onRemove: (done: () => void) => void | Promise<void>;
  /** What is wrong with the chosen file. */
  problem: string | null;
}

/** A logo on a light ground. */
export const LogoPlate = ({ logo, alt }: { logo: string; alt: string }) => (
  <span className={classes.plate}>
    <img src={logo} alt={alt} />
  </span>
);

/** A tenant's logo with the buttons that replace and remove it. */
export function LogoPicker({
  logo,
  alt,
  help,
  isUploading = false,
  isRemoving = false,
  onChoose,
  onRemove,
  problem,
}: LogoPickerProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // The same file can be chosen again after an error.
    event.currentTarget.value = '';
    if (file) onChoose(file);
  };
  return (
    <div role="group" aria-labelledby="logo" className={classes.picker}>
      <h3 id="logo" className={classes.title}>
        {t('branding.logo.title')}
      </h3>
      {logo !== null && <LogoPlate logo={logo} alt={alt} />}
      <div className={classes.buttons}>
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          hidden
          aria-label={t('branding.logo.choose')}
          onChange={choose}
        />
        <Button ref={button} variant="default" loading={isUploading} onClick={() => input.current?.click()}>
          {logo === null ? t('branding.logo.upload') : t('branding.logo.replace')}
        </Button>
        {logo !== null && (
          <Button variant="subtle" loading={isRemoving} onClick={() => void onRemove(() => button.current?.focus())}>
            {t('branding.logo.remove')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{help}</p>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
