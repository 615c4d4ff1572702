import { lazyComponent } from '#web/platform/lazyComponent.tsx'

/*
 * The parts of a checkout that its first page seldom shows; see lazyComponent.tsx.
 */

export const Challenge = lazyComponent(
  'web/features/checkout/Challenge.tsx',
  async () => (await import('./Challenge.tsx')).Challenge,
)

export const EmptyCheckout = lazyComponent(
  'web/features/checkout/EmptyCheckout.tsx',
  async () => (await import('./EmptyCheckout.tsx')).EmptyCheckout,
)

export const HoldsEnded = lazyComponent(
  'web/features/checkout/HoldsEnded.tsx',
  async () => (await import('./HoldsEnded.tsx')).HoldsEnded,
)

export const LoginToPay = lazyComponent(
  'web/features/checkout/LoginToPay.tsx',
  async () => (await import('./LoginToPay.tsx')).LoginToPay,
)

export const PaymentProgress = lazyComponent(
  'web/features/checkout/PaymentProgress.tsx',
  async () => (await import('./PaymentProgress.tsx')).PaymentProgress,
)

export const TestCards = lazyComponent(
  'web/features/checkout/TestCards.tsx',
  async () => (await import('./TestCards.tsx')).TestCards,
)
