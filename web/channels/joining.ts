import type { Channel } from '#web/platform/channel.ts'

/** A customer who buys a membership. */
export const joining: Channel = { name: 'online', source: 'online-joining', cartSource: 'activity-booking' }
