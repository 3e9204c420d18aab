import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Renders content for printing, opens the browser's print dialog, and removes the content afterwards. */
export function usePrint<Sheet>(): readonly [Sheet | null, (sheet: Sheet) => void] {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  useEffect(() => {
    const done = () => setSheet(null);
    addEventListener('afterprint', done);
    return () => removeEventListener('afterprint', done);
  }, []);
  return [
    sheet,
    (next) => {
      flushSync(() => setSheet(next));
      print();
    },
  ];
}
