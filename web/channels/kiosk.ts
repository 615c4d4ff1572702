import type { Channel } from '#web/platform/channel.ts'

/** A shared device at the venue. It logs out after 90 seconds of inactivity (H02). */
export const kiosk: Channel = {
  name: 'kiosk',
  source: 'kiosk',
  cartSource: 'activity-booking',
  checkout: { kiosk: true },
  sharedDevice: { promptAfterMs: 60_000, logOutAfterMs: 90_000 },
}
