import type { Channel } from '#web/platform/channel.ts'

/** A person who buys a membership. */
export const joining: Channel = { name: 'online', source: 'online-joining', cartSource: 'activity-booking' }
