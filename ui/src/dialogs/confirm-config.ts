export type ConfirmResult = 'confirmed' | 'cancelled';

/** A confirmation. Everything has a default. */
export interface ConfirmConfig {
  title?: string;
  message?: string;
  icon?: { show?: boolean; name?: ConfirmIconName; color?: ConfirmIconColor };
  actions?: {
    confirm?: { show?: boolean; label?: string; color?: 'primary' | 'accent' | 'warn' };
    cancel?: { show?: boolean; label?: string };
  };
  /** Closes on Escape, by the close button or on a click outside. Default: true. */
  dismissible?: boolean;
}

export type ConfirmIconName = 'warning' | 'info' | 'success' | 'error' | 'question';
export type ConfirmIconColor = 'primary' | 'accent' | 'warn' | 'basic' | 'info' | 'success' | 'warning' | 'error';
