/**
 * How this visit is sold: everything that differs between online, kiosk and front desk, as values. A component reads
 * the value it needs and never asks which channel it is. The values stand in web/channels.
 */
export type Channel = {
  readonly name: 'online' | 'kiosk' | 'front-desk'
  /** Whether staff choose whom they sell to. */
  readonly selects?: true
  /** What registration tells the API (`source`). */
  readonly source: 'bookings' | 'kiosk' | 'online-joining'
  /** What basket and checkout calls tell it. */
  readonly cartSource: 'activity-booking'
  /** What checkout is told besides: at a kiosk no card is kept and none is shown. */
  readonly checkout?: { readonly kiosk: true }
  /**
   * A device that many people use: after so long without a sign of life, in ms, the person is asked whether they are
   * there, and logged out. It has nothing of one person's own: no account pages, nothing kept.
   */
  readonly sharedDevice?: { readonly promptAfterMs: number; readonly logOutAfterMs: number }
  /** Logged out after so long without a sign of life, in ms. */
  readonly idleMs?: number
}
