/**
 * How this visit is sold: everything that differs between online, kiosk and front desk, as values. A component reads
 * the value it needs and never asks which channel it is. The values stand in web/channels.
 */
export type Channel = {
  readonly name: 'online'
  /** What registration tells the API (`source`). */
  readonly source: 'bookings'
  /** What basket and checkout calls tell it. */
  readonly cartSource: 'activity-booking'
}
