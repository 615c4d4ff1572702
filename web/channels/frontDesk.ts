import { sellActivity } from '#messages/desk/frame.ts'
import type { Channel } from '#web/platform/channel.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { createSelection } from '#web/platform/selection.ts'

/** Staff at the front desk, who sell to a selected customer or a walk-in. They are logged out after inactivity. */
export const frontDesk: Channel = {
  name: 'front-desk',
  selection: createSelection,
  source: 'bookings',
  cartSource: 'activity-booking',
  emptyBasketLink: { label: sellActivity, to: deskLinks.redirectToSell() },
  idleMs: 30 * 60_000,
}
