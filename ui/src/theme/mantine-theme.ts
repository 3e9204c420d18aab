import { createTheme, type MantineColorsTuple } from '@mantine/core';

const tuple = (color: string) => Array.from({ length: 10 }, () => color) as unknown as MantineColorsTuple;

/** Mantine's theme: sizes and typography; colors come from the variables in mantine.css. */
export const mantineTheme = createTheme({
  fontFamily: "'Inter Variable', 'Inter Stand-In', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.4', lg: '1.4', xl: '1.25' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  breakpoints: { xs: '480px', sm: '600px', md: '960px', lg: '1280px', xl: '1440px' },
  primaryColor: 'brand',
  colors: { brand: tuple('#4348c8'), negative: tuple('#b3261e') },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: () => ({ root: { '--button-height': '32px', '--button-padding-x': '12px', '--button-fz': '13px' } }),
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 28 } },
    Tooltip: { defaultProps: { openDelay: 500, withinPortal: true } },
    Popover: { defaultProps: { shadow: 'none', transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { shadow: 'none', transitionProps: { duration: 120 } } },
  },
});
