/// <reference types="vite/client" />
export { CloseButton } from './dialogs/close-button.tsx';
export { useFocusReturn } from './dialogs/use-focus-return.ts';
export * from './dialogs/confirm-config.ts';
export { type Confirm, useCancelConfirm, useConfirm } from './dialogs/confirm-provider.tsx';
export {
  DetailCode,
  DetailDrawer,
  type DetailDrawerProps,
  DetailList,
  DetailSection,
} from './dialogs/detail-drawer.tsx';
export { type Band, bandOf, BandScale, type BandScaleProps } from './figures/band-scale.tsx';
export { Delta, type DeltaProps } from './figures/delta.tsx';
export {
  compareFigures,
  type FigureFormat,
  type FigureStyle,
  type FigureValue,
  formatDate,
  formatFigure,
  formatInteger,
  formatPoints,
  isFigure,
  MISSING,
} from './figures/format-figure.ts';
export { KpiCard, type KpiCardProps, KpiCardSkeleton, KpiGrid } from './figures/kpi-card.tsx';
export { type Better, PercentileStrip, type PercentileStripProps } from './figures/percentile-strip.tsx';
export { type FigureTone, ToneMark } from './figures/tone-mark.tsx';
export { useFigure, type WriteFigure } from './figures/use-figure.ts';
export { FilterChip, type FilterChipProps, type FilterOption, FilterRow } from './forms/filter-chip.tsx';
export { SearchSelect, type SearchSelectProps } from './forms/search-select.tsx';
export { SegmentedChoice, type SegmentedChoiceProps } from './forms/segmented-choice.tsx';
export type { SearchFunction, SearchOption } from './forms/use-search.ts';
export { DataGrid, type DataGridProps } from './grid/data-grid.tsx';
export { NameButton } from './grid/name-button.tsx';
export type { CellMark, DataGridColumn, DataGridSort } from './grid/data-grid-column.ts';
export { DataSheet } from './sheet/data-sheet.tsx';
export type { DataSheetProps, SheetCell, SheetColumn } from './sheet/sheet-column.ts';
export { EmptyLayout } from './layouts/empty-layout.tsx';
export { Layout } from './layouts/layout.tsx';
export { CHROME_LAYOUTS, isLayoutName, type LayoutName, LAYOUTS, preloadLayout } from './layouts/layouts.ts';
export type { LayoutProps } from './layouts/layout-props.ts';
export { type Brand, BrandProvider } from './layouts/brand.ts';
export { Logo, LogoMark, type LogoProps } from './layouts/logo.tsx';
export { CONTENT_ID } from './layouts/skip-link.tsx';
export { Navigation, type NavigationProps } from './navigation/navigation.tsx';
export { containsActive, isActive, type NavigationItem, type NavigationMenus } from './navigation/navigation-item.ts';
export { FullscreenToggle } from './toolbar/fullscreen-toggle.tsx';
export {
  createLoading,
  type Loading,
  loading,
  type LoadingMode,
  type LoadingState,
  useLoading,
} from './loading/loading.ts';
export { LoadingBar } from './loading/loading-bar.tsx';
export { ContextMenu, type MenuPlace } from './menus/context-menu.tsx';
export { DropdownMenu } from './menus/dropdown-menu.tsx';
export { MenuActions, type MenuAction } from './menus/menu-action.tsx';
export { Splash } from './splash/splash.tsx';
export { Tile, TileGrid, type TileProps, type TileState } from './tiles/tile.tsx';
export type { Icon } from './toolbar/icon.ts';
export { ToolbarButton, type ToolbarButtonProps } from './toolbar/toolbar-button.tsx';
export { ToolbarOverflow, type ToolbarOverflowProps, useNarrowToolbar } from './toolbar/toolbar-overflow.tsx';
export { Avatar } from './people/avatar.tsx';
export type { Person } from './people/person.ts';
export { type PersonStatus, UserMenu, type UserMenuProps } from './people/user-menu.tsx';
export { Art, type ArtName } from './states/art.tsx';
export { LazyBoundary } from './states/lazy-boundary.tsx';
export { Notice, type NoticeProps } from './states/notice.tsx';
export { StatusPill, type StatusTone } from './states/status-pill.tsx';
export { Page, PageHeader, type PageHeaderProps } from './states/page.tsx';
export { ChartSkeleton, ListSkeleton, TableSkeleton, TextSkeleton } from './states/skeletons.tsx';
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  FailurePage,
  ForbiddenPage,
  MaintenancePage,
  NotFoundPage,
} from './states/states.tsx';
export { type Appearance, type AppearanceConfig, type Scheme, useAppearance } from './theme/appearance.tsx';
export { RiseProvider, type RiseProviderProps } from './provider/rise-provider.tsx';
export { type LinkComponent, type UiContext, UiContextProvider, useUiContext } from './context/ui-context.tsx';
export { englishTexts, fill, type UiTexts } from './texts/ui-texts.ts';
export { type ResolvedScheme, THEME_NAMES, type ThemeName, type Tone } from './theme/tokens.ts';
