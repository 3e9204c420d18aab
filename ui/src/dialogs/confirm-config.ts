export type ConfirmResult = 'confirmed' | 'cancelled';

/** A question before something happens. Everything has a default. */
export interface ConfirmConfig {
  title?: string;
  message?: string;
  icon?: { show?: boolean; name?: ConfirmIconName; color?: ConfirmIconColor };
  actions?: {
    confirm?: { show?: boolean; label?: string; color?: 'primary' | 'accent' | 'warn' };
    cancel?: { show?: boolean; label?: string };
  };
  /** May be left by Escape, the cross or a click outside; true unless said otherwise. */
  dismissible?: boolean;
}

export type ConfirmIconName = 'warning' | 'info' | 'success' | 'error' | 'question';
export type ConfirmIconColor = 'primary' | 'accent' | 'warn' | 'basic' | 'info' | 'success' | 'warning' | 'error';
