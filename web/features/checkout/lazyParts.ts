import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { CardLoading } from './CardLoading.tsx'
import { WalletsLoading } from './WalletsLoading.tsx'

/*
 * The parts of a checkout that its first page seldom shows; see lazyComponent.tsx.
 */

export const CardFields = lazyComponent(
  'web/features/checkout/CardFields.tsx',
  async () => (await import('./CardFields.tsx')).CardFields,
  { fallback: CardLoading },
)

export const Challenge = lazyComponent(
  'web/features/checkout/Challenge.tsx',
  async () => (await import('./Challenge.tsx')).Challenge,
)

export const EmptyCheckout = lazyComponent(
  'web/features/checkout/EmptyCheckout.tsx',
  async () => (await import('./EmptyCheckout.tsx')).EmptyCheckout,
)

export const ErrorSummary = lazyComponent(
  'web/features/checkout/ErrorSummary.tsx',
  async () => (await import('./ErrorSummary.tsx')).ErrorSummary,
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

export const WalletButtons = lazyComponent(
  'web/features/checkout/WalletButtons.tsx',
  async () => (await import('./WalletButtons.tsx')).WalletButtons,
  { fallback: WalletsLoading },
)

export const UseCredit = lazyComponent(
  'web/features/checkout/UseCredit.tsx',
  async () => (await import('./UseCredit.tsx')).UseCredit,
)
