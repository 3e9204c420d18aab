/// <reference types="vite/client" />
export * from './dialogs/confirm-config.ts';
export { type Confirm, useConfirm } from './dialogs/confirm-provider.tsx';
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
export { useFigure, type WriteFigure } from './figures/use-figure.ts';
export { FilterChip, type FilterChipProps, type FilterOption, FilterRow } from './forms/filter-chip.tsx';
export { SearchSelect, type SearchSelectProps } from './forms/search-select.tsx';
export { SegmentedChoice, type SegmentedChoiceProps } from './forms/segmented-choice.tsx';
export type { SearchFunction, SearchOption } from './forms/use-search.ts';
export { DataGrid, type DataGridProps } from './grid/data-grid.tsx';
export type { DataGridColumn, DataGridSort } from './grid/data-grid-column.ts';
export { EmptyLayout } from './layouts/empty-layout.tsx';
export { Layout } from './layouts/layout.tsx';
export { CHROME_LAYOUTS, isLayoutName, type LayoutName, LAYOUTS, preloadLayout } from './layouts/layouts.ts';
export type { LayoutProps } from './layouts/layout-props.ts';
export { Logo, LogoMark, type LogoProps } from './layouts/logo.tsx';
export { CONTENT_ID } from './layouts/skip-link.tsx';
export { Navigation, type NavigationProps } from './navigation/navigation.tsx';
export { holdsActive, isActive, type NavigationItem, type NavigationMenus } from './navigation/navigation-item.ts';
export { FullscreenToggle } from './panels/fullscreen-toggle.tsx';
export {
  createLoading,
  type Loading,
  loading,
  type LoadingMode,
  type LoadingState,
  useLoading,
} from './panels/loading.ts';
export { LoadingBar } from './panels/loading-bar.tsx';
export type { MenuAction } from './panels/menu-action.tsx';
export { Splash } from './panels/splash.tsx';
export { Tile, TileGrid, type TileProps, type TileState } from './panels/tile.tsx';
export { type Icon, ToolbarButton, type ToolbarButtonProps } from './panels/toolbar-button.tsx';
export { ToolbarMore, type ToolbarMoreProps } from './panels/toolbar-more.tsx';
export { type Person, type PersonStatus, UserMenu, type UserMenuProps } from './panels/user-menu.tsx';
export { Art, type ArtName } from './states/art.tsx';
export { Late } from './states/late.tsx';
export { Notice, type NoticeProps } from './states/notice.tsx';
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
export { RiseProvider, type RiseProviderProps } from './theme/rise-provider.tsx';
export { type LinkComponent, type Surroundings, SurroundingsProvider, useUi } from './theme/surroundings.tsx';
export { englishTexts, fill, type UiTexts } from './theme/texts.ts';
export { type ResolvedScheme, THEME_NAMES, type ThemeName, type Tone } from './theme/tokens.ts';
