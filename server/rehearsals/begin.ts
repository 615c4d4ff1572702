import type { Body } from '#contract/endpoint.ts'
import type { Rehearsal, rehearsals } from '#contract/rehearsals.ts'
import { time } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { readFreeBytes } from '#server/platform/shadowDatabase.ts'
import { requireVenue } from '#server/venues/find.ts'
import { requireRehearsal } from './list.ts'
import { firstReleaseIn, hasRelease, mostVisitorsOf } from './releases.ts'
import { insertRehearsal, sizeOf } from './sql.ts'
import { copiedTables } from './tables.ts'

/** So long before a release of any venue no rehearsal begins. */
const nearMs = 30 * 60_000
/** The copy, its indexes while they are made, and what the rehearsal writes. */
const copies = 3

export type BeginServices = {
  db: Database
  config: Pick<Config, 'databaseUrl' | 'rehearsalDatabaseUrl' | 'dataDir'>
  /** Bytes where the copy would lie; null where nobody can see. */
  freeBytes?: typeof readFreeBytes
}

/**
 * Has a job rehearse a release.
 * @throws Refusal `not_found` for a venue or a release, `invalid`, `release_near`, `no_room`, `one_at_a_time`
 */
export const beginRehearsal = async (
  tx: Tx,
  { db, config, freeBytes = readFreeBytes }: BeginServices,
  actor: Actor,
  body: Body<(typeof rehearsals)['begin']>,
  now: Date,
): Promise<Rehearsal> => {
  const { id: venueId } = await requireVenue(tx, actor, body.venue)
  const opensAt = new Date(body.opensAt)
  const most = mostVisitorsOf(config)
  if (body.visitors > most)
    throw invalid({ visitors: [(messages) => messages.rehearsals.tooManyVisitors({ most })] })
  if (!(await hasRelease(tx, venueId, { day: body.day, audience: body.audience, opensAt }, now)))
    throw notFound((messages) => messages.rehearsals.noRelease)
  const near = await firstReleaseIn(tx, { from: now, until: new Date(now.getTime() + nearMs) })
  if (near !== null) {
    const at = time(near.opensAt, near.timezone).format24Hour
    throw new Refusal('release_near', (messages) => messages.rehearsals.releaseNear({ at }))
  }
  const free = await freeBytes(db, config)
  const needed = copies * (await sizeOf(tx, Object.keys(copiedTables(now))))
  if (free !== null && free < needed)
    throw new Refusal('no_room', (messages) => messages.rehearsals.noRoom({ free, needed }))
  const { visitors, arrival, paying, day, audience } = body
  const { id: begunBy } = staffOf(actor)
  const operatorId = actor.operator.id
  const row = {
    operatorId,
    venueId,
    day,
    opensAt,
    audience,
    visitors,
    arrival,
    paying,
    begunBy,
    begunAt: now,
  }
  const id = await insertRehearsal(tx, row)
  if (id === undefined) throw new Refusal('one_at_a_time', (messages) => messages.rehearsals.oneAtATime)
  const detail = { venue: body.venue, day, opensAt: body.opensAt, visitors }
  await recordAudit(
    tx,
    { actorId: begunBy, forCustomerId: null, act: acts.rehearsalBegun, subject: `rehearsal:${id}`, detail },
    now,
  )
  return requireRehearsal(tx, actor, id)
}
