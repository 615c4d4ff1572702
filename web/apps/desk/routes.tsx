import { at, type Route } from '#web/platform/page.ts'

/**
 * Routes of the front desk. Booking uses the pages of the bookings site at the same paths; payment has its own pages.
 */
export const routes: readonly Route[] = [
  at('/', 'DeskHomePage', () => import('#web/pages/DeskHomePage.tsx')),
  at('/login', 'DeskLoginPage', () => import('#web/pages/DeskLoginPage.tsx')),
  at('/forgotten-password', 'ForgottenPasswordPage', () => import('#web/pages/ForgottenPasswordPage.tsx')),
  at('/new-password', 'NewPasswordPage', () => import('#web/pages/NewPasswordPage.tsx')),
  at('/today/:deskVenue/:day', 'DeskDayPage', () => import('#web/pages/DeskDayPage.tsx')),
  at('/today/:deskVenue/:day/sheet', 'DeskDaySheetPage', () => import('#web/pages/DeskDaySheetPage.tsx')),
  at('/sell', 'DeskSellRedirectPage', () => import('#web/pages/DeskSellRedirectPage.tsx')),
  at('/sell/:deskVenue/:day', 'DeskSellPage', () => import('#web/pages/DeskSellPage.tsx')),
  at('/held-places/:deskVenue', 'DeskHeldPlacesPage', () => import('#web/pages/DeskHeldPlacesPage.tsx')),
  at('/booking-requests', 'DeskBookingRequestsPage', () => import('#web/pages/DeskBookingRequestsPage.tsx')),
  at('/sessions/:sessionId', 'DeskSessionPage', () => import('#web/pages/DeskSessionPage.tsx')),
  at('/customers', 'DeskCustomersPage', () => import('#web/pages/DeskCustomersPage.tsx')),
  at('/customers/new', 'DeskNewCustomerPage', () => import('#web/pages/DeskNewCustomerPage.tsx')),
  at('/customers/:customerId', 'DeskCustomerPage', () => import('#web/pages/DeskCustomerPage.tsx')),
  at('/documents', 'DeskDocumentsPage', () => import('#web/pages/DeskDocumentsPage.tsx')),
  at('/security', 'DeskSecurityPage', () => import('#web/pages/DeskSecurityPage.tsx')),
  at('/staff', 'DeskStaffPage', () => import('#web/pages/DeskStaffPage.tsx')),
  at('/security-log', 'DeskSecurityLogPage', () => import('#web/pages/DeskSecurityLogPage.tsx')),
  at('/takings/:deskVenue/:day', 'DeskTakingsPage', () => import('#web/pages/DeskTakingsPage.tsx')),
  at('/banking/:deskVenue', 'DeskBankingPage', () => import('#web/pages/DeskBankingPage.tsx')),
  at('/refunds/:deskVenue', 'DeskRefundsPage', () => import('#web/pages/DeskRefundsPage.tsx')),
  at('/partners', 'DeskPartnersPage', () => import('#web/pages/DeskPartnersPage.tsx')),
  at('/partners/sales', 'DeskPartnerSalesPage', () => import('#web/pages/DeskPartnerSalesPage.tsx')),
  at('/partners/dues', 'DeskPartnerDuesPage', () => import('#web/pages/DeskPartnerDuesPage.tsx')),
  at('/attendees', 'AttendeesPage', () => import('#web/pages/AttendeesPage.tsx')),
  at('/pricing', 'PricingPage', () => import('#web/pages/PricingPage.tsx')),
  at('/basket', 'BasketPage', () => import('#web/pages/BasketPage.tsx')),
  at('/basket/checkout', 'DeskPayPage', () => import('#web/pages/DeskPayPage.tsx')),
  at('/basket/card', 'CheckoutPage', () => import('#web/pages/CheckoutPage.tsx')),
  at('/booking-confirmed/:completeOrderId', 'DeskOrderPage', () => import('#web/pages/DeskOrderPage.tsx')),
  at('/location/:venueSlug', 'VenuePage', () => import('#web/pages/VenuePage.tsx')),
  at('/location/:venueSlug/:activitySlug', 'ActivityPage', () => import('#web/pages/ActivityPage.tsx')),
  at(
    '/location/:venueSlug/:activitySlug/:dateSlug/:type?/*',
    'TimeSlotPage',
    () => import('#web/pages/TimeSlotPage.tsx'),
  ),
]
