import { at, type Route } from '#web/platform/page.ts'

/**
 * The bookings site: which page stands at which address. The first line that fits is taken, so the short addresses of
 * venues come last. The second word is the page's file in web/pages; a test compares the two.
 */
export const routes: readonly Route[] = [
  at('/', 'HomePage', () => import('#web/pages/HomePage.tsx')),
  at('/redirect-to-selected-venue', 'SelectedVenuePage', () => import('#web/pages/SelectedVenuePage.tsx')),
  at('/register', 'RegisterPage', () => import('#web/pages/RegisterPage.tsx')),
  at('/new-password', 'NewPasswordPage', () => import('#web/pages/NewPasswordPage.tsx')),
  at('/basket', 'BasketPage', () => import('#web/pages/BasketPage.tsx')),
  at('/attendees', 'AttendeesPage', () => import('#web/pages/AttendeesPage.tsx')),
  at('/basket/checkout', 'CheckoutPage', () => import('#web/pages/CheckoutPage.tsx')),
  at(
    '/booking-confirmed/:completeOrderId',
    'BookingConfirmedPage',
    () => import('#web/pages/BookingConfirmedPage.tsx'),
  ),
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
