import { at, type Route } from '#web/platform/page.ts'

/** Routes of the account site. */
export const routes: readonly Route[] = [
  at('/', 'DashboardPage', () => import('#web/pages/DashboardPage.tsx')),
  at('/login', 'LoginPage', () => import('#web/pages/LoginPage.tsx')),
  at('/forgotten-password', 'ForgottenPasswordPage', () => import('#web/pages/ForgottenPasswordPage.tsx')),
  at('/login-link', 'LoginLinkPage', () => import('#web/pages/LoginLinkPage.tsx')),
  at('/new-password', 'NewPasswordPage', () => import('#web/pages/NewPasswordPage.tsx')),
  at('/register', 'RegisterPage', () => import('#web/pages/RegisterPage.tsx')),
  at('/details', 'DetailsPage', () => import('#web/pages/DetailsPage.tsx')),
  at('/security', 'SecurityPage', () => import('#web/pages/SecurityPage.tsx')),
  at('/memberships', 'MembershipsPage', () => import('#web/pages/MembershipsPage.tsx')),
  at(
    '/memberships/:membershipId/payment-method',
    'PaymentMethodPage',
    () => import('#web/pages/PaymentMethodPage.tsx'),
  ),
  at('/memberships/:membershipId/plan', 'PlanChangePage', () => import('#web/pages/PlanChangePage.tsx')),
  at('/packages', 'PackagesPage', () => import('#web/pages/PackagesPage.tsx')),
  at('/bookings', 'BookingsPage', () => import('#web/pages/BookingsPage.tsx')),
  at('/move-booking/:moveId', 'MovePaymentPage', () => import('#web/pages/MovePaymentPage.tsx')),
  at('/family', 'FamilyPage', () => import('#web/pages/FamilyPage.tsx')),
  at('/family/invitation', 'FamilyInvitationPage', () => import('#web/pages/FamilyInvitationPage.tsx')),
  at('/hires', 'HirerPage', () => import('#web/pages/HirerPage.tsx')),
  at('/documents', 'DocumentsPage', () => import('#web/pages/DocumentsPage.tsx')),
  at('/privacy', 'PrivacyPage', () => import('#web/pages/PrivacyPage.tsx')),
  at('/goodbye', 'GoodbyePage', () => import('#web/pages/GoodbyePage.tsx')),
  at('/guest-passes', 'GuestPassesPage', () => import('#web/pages/GuestPassesPage.tsx')),
  at('/payments', 'PaymentsPage', () => import('#web/pages/PaymentsPage.tsx')),
]
