import type { Cookies } from './cookies.ts'
import type { Selection } from './selection.ts'

/**
 * Everything that differs between online, kiosk and front desk, as values. A component reads the value it needs and
 * does not compare the channel's name. The values are in web/channels.
 */
export type Channel = {
  readonly name: 'online' | 'kiosk' | 'front-desk'
  /** Where staff select the customer they sell to. */
  readonly selection?: (cookies: Cookies, rendered?: number | null) => Selection
  /** The `source` of a registration. */
  readonly source: 'bookings' | 'kiosk' | 'online-joining'
  /** The `source` of basket and checkout calls. */
  readonly cartSource: 'activity-booking'
  /** Additional arguments of checkout calls: a kiosk neither saves cards nor offers saved ones. */
  readonly checkout?: { readonly kiosk: true }
  /**
   * A device shared by many people: after inactivity (ms) it asks whether the person is still there, then logs them
   * out. It has no account pages and stores nothing.
   */
  readonly sharedDevice?: { readonly promptAfterMs: number; readonly logOutAfterMs: number }
  /** Where an empty basket leads, with the link's label; without it to the activities of the selected venue. */
  readonly emptyBasketLink?: { readonly label: string; readonly to: string }
  /** Inactivity before logout, in ms. */
  readonly idleMs?: number
}
