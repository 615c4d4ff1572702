import type { Channel } from '#web/platform/channel.ts'

/** A visitor or customer on the booking site. */
export const online: Channel = { name: 'online', source: 'bookings', cartSource: 'activity-booking' }
