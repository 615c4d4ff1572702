import type { Channel } from '#web/platform/channel.ts'

/** A device of the venue, used by one person after another. After 90 seconds idle they are logged out (H02). */
export const kiosk: Channel = {
  name: 'kiosk',
  source: 'kiosk',
  cartSource: 'activity-booking',
  checkout: { kiosk: true },
  sharedDevice: { promptAfterMs: 60_000, logOutAfterMs: 90_000 },
}
