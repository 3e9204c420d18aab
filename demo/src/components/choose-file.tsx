import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

/** Takes files of the visitor. Mantine's button, but the same file can be chosen again after it was taken away or refused. */
export function ChooseFile<Multiple extends boolean = false>({
  onChange,
  ...props
}: Omit<FileButtonProps<Multiple>, 'resetRef'>) {
  const forget = useRef<() => void>(null);
  const choose: FileButtonProps<Multiple>['onChange'] = (chosen) => {
    forget.current?.();
    onChange(chosen);
  };
  return <FileButton<Multiple> {...(props as FileButtonProps<Multiple>)} resetRef={forget} onChange={choose} />;
}
