import { lateComponent } from '#web/platform/lateComponent.tsx'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'

/*
 * The parts of a frame that a first page seldom shows; see lazyComponent.tsx.
 */

export const AccountMenu = lateComponent(
  'web/features/sessions/AccountMenu.tsx',
  async () => (await import('#web/features/sessions/AccountMenu.tsx')).AccountMenu,
)

export const HabitualTimes = lazyComponent(
  'web/pages/HabitualTimes.tsx',
  async () => (await import('./HabitualTimes.tsx')).HabitualTimes,
  { preload: false },
)

/** Optional, since blockers of advertising let no script of such a name through. */
export const AskConsent = lateComponent(
  'web/features/analytics/AskConsent.tsx',
  async () => (await import('#web/features/analytics/AskConsent.tsx')).AskConsent,
  { preload: false, isOptional: ({ reopened }) => !reopened },
)

export const BasketBar = lateComponent(
  'web/features/baskets/BasketBar.tsx',
  async () => (await import('#web/features/baskets/BasketBar.tsx')).BasketBar,
)

export const BasketClock = lateComponent(
  'web/features/baskets/BasketClock.tsx',
  async () => (await import('#web/features/baskets/BasketClock.tsx')).BasketClock,
  { isOptional: () => true },
)

export const BasketDrawer = lazyComponent(
  'web/features/baskets/BasketDrawer.tsx',
  async () => (await import('#web/features/baskets/BasketDrawer.tsx')).BasketDrawer,
)

export const CancelOrderBooking = lazyComponent(
  'web/features/bookings/CancelBooking.tsx',
  async () => (await import('#web/features/bookings/CancelBooking.tsx')).CancelOrderBooking,
)

export const ForgottenPasswordDialog = lazyComponent(
  'web/features/sessions/ForgottenPasswordDialog.tsx',
  async () => (await import('#web/features/sessions/ForgottenPasswordDialog.tsx')).ForgottenPasswordDialog,
)

export const GroupCode = lazyComponent(
  'web/features/bookings/GroupCode.tsx',
  async () => (await import('#web/features/bookings/GroupCode.tsx')).GroupCode,
)

export const HoldAnnouncer = lateComponent(
  'web/features/baskets/HoldAnnouncer.tsx',
  async () => (await import('#web/features/baskets/HoldAnnouncer.tsx')).HoldAnnouncer,
  { isOptional: () => true },
)

export const KioskHome = lazyComponent(
  'web/features/kiosk/KioskHome.tsx',
  async () => (await import('#web/features/kiosk/KioskHome.tsx')).KioskHome,
  { preload: false },
)

export const KioskStart = lazyComponent(
  'web/features/kiosk/KioskStart.tsx',
  async () => (await import('#web/features/kiosk/KioskStart.tsx')).KioskStart,
)

export const KioskWatch = lazyComponent(
  'web/features/kiosk/KioskWatch.tsx',
  async () => (await import('#web/features/kiosk/KioskWatch.tsx')).KioskWatch,
  { preload: false },
)

export const LoginDialog = lazyComponent(
  'web/features/sessions/LoginDialog.tsx',
  async () => (await import('#web/features/sessions/LoginDialog.tsx')).LoginDialog,
)

export const ResumeCalls = lazyComponent(
  'web/features/sessions/ResumeCalls.tsx',
  async () => (await import('#web/features/sessions/ResumeCalls.tsx')).ResumeCalls,
  { preload: false },
)

export const SiteMenu = lazyComponent(
  'web/pages/SiteMenu.tsx',
  async () => (await import('./SiteMenu.tsx')).SiteMenu,
)

export const UnfinishedCalls = lateComponent(
  'web/pages/UnfinishedCalls.tsx',
  async () => (await import('./UnfinishedCalls.tsx')).UnfinishedCalls,
)
