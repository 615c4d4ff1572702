import type { Channel } from '#web/platform/channel.ts'

/** Staff at the venue's front desk, who sell to whoever stands before them. Left alone, they are logged out. */
export const frontDesk: Channel = {
  name: 'front-desk',
  selects: true,
  source: 'bookings',
  cartSource: 'activity-booking',
  idleMs: 30 * 60_000,
}
