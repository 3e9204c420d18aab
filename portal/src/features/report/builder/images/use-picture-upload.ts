import type { StoredPicture } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../client/error-text.ts';
import { pictureKey } from '../../report.queries.ts';
import { useBuilder } from '../builder-context.ts';
import { uploadPicture } from './upload-picture.ts';

/** Uploads pictures of the report that is built. `problem` says why the last one was refused. */
export function usePictureUpload(onStored: (picture: StoredPicture) => void) {
  const { t } = useTranslation();
  const { report } = useBuilder();
  const cache = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (file: File) => uploadPicture(report.id, file),
    onSuccess: (picture) => {
      // The report is about to show it: nothing is fetched for that.
      cache.setQueryData(pictureKey(report, picture.hash), picture);
      onStored(picture);
    },
  });
  return { upload: mutate as (file: File) => void, isPending, problem: error && problemText(error, t) };
}

/** What the server says about the file, or why it could not be sent. */
function problemText(failure: Error, t: TFunction): string {
  const [detail] = failure instanceof ApiError ? failure.details : [];
  const { title, message } = errorText(failure, t);
  return detail?.message ?? message ?? title;
}
