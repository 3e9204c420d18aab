import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** What is being printed, and the way to have it: it is drawn first, and gone again once the browser has it. */
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
