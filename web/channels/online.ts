import type { Channel } from '#web/platform/channel.ts'

/** A person on the venue's own booking site. */
export const online: Channel = { name: 'online', source: 'bookings', cartSource: 'activity-booking' }
