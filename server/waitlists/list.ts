import type { WaitlistEntry } from '#contract/waitlists.ts'
import { listLinkedIds } from '#server/linked-people/list.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { presentEntry } from './present.ts'
import { listEntries, listEvents } from './sql.ts'

/** The entries of the caller (for staff: of the selected customer) and of the people linked to them. */
export const listWaitlistEntries = async (tx: Tx, actor: Actor, now: Date): Promise<WaitlistEntry[]> => {
  const { customerId } = actor
  if (customerId === null) return []
  const personIds = [customerId, ...(await listLinkedIds(tx, customerId))]
  const entries = await listEntries(tx, actor.operator.id, { personIds })
  const events = await listEvents(
    tx,
    entries.map(({ id }) => id),
  )
  return entries.map((entry) => {
    const history = events.filter(({ entryId }) => entryId === entry.id)
    return presentEntry(actor.messages, entry, history, now)
  })
}
