import { at, type Route } from '#web/platform/page.ts'

/**
 * Routes of the bookings site. The first match wins, so the venues' short URLs come last. The second argument is the
 * page's file in web/pages; a test checks it against the import.
 */
export const routes: readonly Route[] = [
  at('/', 'HomePage', () => import('#web/pages/HomePage.tsx')),
  at('/redirect-to-selected-venue', 'SelectedVenuePage', () => import('#web/pages/SelectedVenuePage.tsx')),
  at('/login', 'LoginAddressPage', () => import('#web/pages/LoginAddressPage.tsx')),
  at('/my-account', 'MyAccountAddressPage', () => import('#web/pages/MyAccountAddressPage.tsx')),
  at('/register', 'RegisterPage', () => import('#web/pages/RegisterPage.tsx')),
  at('/login-link', 'LoginLinkPage', () => import('#web/pages/LoginLinkPage.tsx')),
  at('/new-password', 'NewPasswordPage', () => import('#web/pages/NewPasswordPage.tsx')),
  at('/confirm-email', 'ConfirmEmailPage', () => import('#web/pages/ConfirmEmailPage.tsx')),
  at('/basket', 'BasketPage', () => import('#web/pages/BasketPage.tsx')),
  at('/attendees', 'AttendeesPage', () => import('#web/pages/AttendeesPage.tsx')),
  at('/basket/checkout', 'CheckoutPage', () => import('#web/pages/CheckoutPage.tsx')),
  at(
    '/booking-confirmed/:completeOrderId',
    'BookingConfirmedPage',
    () => import('#web/pages/BookingConfirmedPage.tsx'),
  ),
  at(
    '/booking-confirmed/:completeOrderId/receipt',
    'ReceiptPage',
    () => import('#web/pages/ReceiptPage.tsx'),
  ),
  at('/move-booking/:moveId', 'MovePaymentPage', () => import('#web/pages/MovePaymentPage.tsx')),
  at('/find-booking', 'FindBookingPage', () => import('#web/pages/FindBookingPage.tsx')),
  at('/pricing', 'PricingPage', () => import('#web/pages/PricingPage.tsx')),
  at('/location/:venueSlug', 'VenuePage', () => import('#web/pages/VenuePage.tsx')),
  at('/location/:venueSlug/:activitySlug', 'ActivityPage', () => import('#web/pages/ActivityPage.tsx')),
  at(
    '/location/:venueSlug/:activitySlug/:dateSlug/:type?/*',
    'TimeSlotPage',
    () => import('#web/pages/TimeSlotPage.tsx'),
  ),
  at('/:venueSlug', 'ShortAddressPage', () => import('#web/pages/ShortAddressPage.tsx')),
  at('/:venueSlug/:activitySlug', 'ShortAddressPage', () => import('#web/pages/ShortAddressPage.tsx')),
  at(
    '/:venueSlug/:activitySlug/:dateSlug/:type?',
    'ShortAddressPage',
    () => import('#web/pages/ShortAddressPage.tsx'),
  ),
]
