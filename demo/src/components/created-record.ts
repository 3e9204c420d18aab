import { observable } from '@rise/ui/observable';

/** Id of the record that was created last, until its list has shown it. */
export const createdRecord = observable<string | null>(null);
