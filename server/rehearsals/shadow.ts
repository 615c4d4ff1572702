import { openEmbedded } from '#server/platform/embedded.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { openSnapshot } from '#server/platform/shadowDatabase.ts'
import { createSession } from '#server/sessions/tokens.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { copyForRehearsal, insertMadeUp } from './copy.ts'
import type { ShadowCounts, ShadowOrder, WantedSession } from './order.ts'
import { freeAtRelease } from './releases.ts'
import { countPlaces, countUnsound, ticketsOf, venueSlug } from './sql.ts'

/* What the server on the copy does besides serving: it makes the copy, and counts in it afterwards. */

/** Fills the copy, as it was at one instant. */
export const fillShadow = async (shadow: Database, { source, from }: ShadowOrder): Promise<void> => {
  if (source.kind === 'server') {
    const snapshot = await openSnapshot(source.url)
    try {
      await copyForRehearsal(shadow, snapshot, from)
    } finally {
      await snapshot.close()
    }
    return
  }
  const pool = await openEmbedded(source.folder)
  try {
    const client = await pool.connect()
    const query = async (text: string) => (await client.query(text, [])).rows
    await query('begin isolation level repeatable read read only')
    await copyForRehearsal(shadow, { query }, from)
    client.release()
  } finally {
    await pool.end()
  }
}

/** Makes the sessions that are there by the time of the release, and says which of them visitors want. */
export const findWanted = async (
  shadow: Database,
  { operatorId, venueId, day, audience, opensAt }: ShadowOrder,
  now: Date,
): Promise<{ venue: string; sessions: WantedSession[] }> => {
  await generateOccurrences(shadow, { now, operatorId })
  const free = await freeAtRelease(shadow, venueId, { day, audience, opensAt })
  const tickets = await ticketsOf(
    shadow,
    free.map(({ activityId }) => activityId),
  )
  const wanted = free.flatMap(({ id, activity, activityId, kind, allowsVisitors }): WantedSession[] => {
    if (audience === 'visitors' && !allowsVisitors) return []
    const ticketId = tickets.get(activityId) ?? null
    return kind === 'tickets' && ticketId === null ? [] : [{ id, activity, ticketId }]
  })
  return { venue: await venueSlug(shadow, venueId), sessions: wanted }
}

/** So many made-up customers, logged in. @returns what logs each in */
export const makeCustomers = async (
  shadow: Database,
  { operatorId, visitors }: ShadowOrder,
  now: Date,
): Promise<string[]> => {
  const people = Array.from({ length: visitors }, (_, n) => ({
    operator_id: operatorId,
    reference: `V${n + 1}`,
    email: `visitor-${n + 1}@rehearsal.invalid`,
    first_name: 'Visitor',
    last_name: `No. ${n + 1}`,
    date_of_birth: '1990-01-01',
    phone: '',
    created_at: now.toISOString(),
    email_verified_at: now.toISOString(),
  }))
  const tokens: string[] = []
  for (let begin = 0; begin < people.length; begin += 500)
    for (const id of await insertMadeUp(shadow, 'customer', people.slice(begin, begin + 500)))
      tokens.push((await createSession(shadow, id, now)).token)
  return tokens
}

/** What is in the copy after the visitors have gone. */
export const countShadow = async (
  shadow: Tx,
  wantedIds: readonly number[],
  opensAt: Date,
  now: Date,
): Promise<ShadowCounts> => ({
  ...(await countPlaces(shadow, wantedIds, opensAt, now)),
  ...(await countUnsound(shadow, now)),
})
