import { ApiError } from '@rise/contract/client';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../client/error-text.ts';
import { storedPicture } from '../pictures/picture-file.ts';
import { LogoPicker } from './logo-picker.tsx';

/** What was done with a logo. */
export type LogoDone = 'branding.logo.uploaded' | 'branding.logo.removed';

interface LogoSettingProps {
  logo: string | null;
  /** Name of the tenant whose it is. */
  tenant: string;
  help: string;
  upload: UseMutationResult<unknown, Error, File>;
  remove: UseMutationResult<unknown, Error, void>;
  /** With what brings a removed one back; null where something else begins. */
  onDone: (done: LogoDone | null, restore?: () => Promise<unknown>) => void;
}

/** The file is no picture: the server's text says so in English only. */
const isRefused = (error: Error) => error instanceof ApiError && error.code === 'VALIDATION_FAILED';

/** A tenant's logo, which is stored and removed at once. */
export function LogoSetting({ logo, tenant, help, upload, remove, onDone }: LogoSettingProps) {
  const { t } = useTranslation();
  const error = upload.error ?? remove.error;
  return (
    <LogoPicker
      logo={logo}
      alt={t('branding.logo.alt', { tenant })}
      help={help}
      isUploading={upload.isPending}
      isRemoving={remove.isPending}
      problem={error && (isRefused(error) ? t('branding.logo.refused') : errorText(error, t).message)}
      onChoose={(file) => {
        onDone(null);
        remove.reset();
        upload.mutate(file, { onSuccess: () => onDone('branding.logo.uploaded') });
      }}
      onRemove={async (focus) => {
        onDone(null);
        upload.reset();
        const former = logo === null ? null : await storedPicture(logo);
        remove.mutate(undefined, {
          onSuccess: () => {
            onDone('branding.logo.removed', former ? () => upload.mutateAsync(former) : undefined);
            focus();
          },
        });
      }}
    />
  );
}
