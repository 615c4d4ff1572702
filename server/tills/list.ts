import type { Till } from '#contract/tills.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'

/** The tills, and the one of the caller's login. */
export const listTills = async (tx: Tx, actor: Actor): Promise<{ current: Till | null; tills: Till[] }> => {
  const current = await tillOfSession(tx, actor.operator.id, staffOf(actor).tokenDigest)
  return {
    current: current === undefined ? null : presentTill(current),
    tills: (await tillsOf(tx, actor.operator.id)).map(presentTill),
  }
}

export const presentTill = ({ id, name, venueSlug, venueName }: TillRow): Till => ({
  id,
  name,
  venueSlug,
  venueName,
})

type TillRow = {
  id: number
  name: string
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
}

const tills = (tx: Tx, operatorId: number) =>
  tx
    .selectFrom('till')
    .innerJoin('venue', 'venue.id', 'till.venueId')
    .select([
      'till.id',
      'till.name',
      'venue.id as venueId',
      'venue.slug as venueSlug',
      'venue.name as venueName',
      'venue.timezone',
    ])
    .where('venue.operatorId', '=', operatorId)
    .where('till.withdrawn', '=', false)

const tillsOf = (tx: Tx, operatorId: number): Promise<TillRow[]> =>
  tills(tx, operatorId).orderBy('venue.position').orderBy('till.position').orderBy('till.id').execute()

/** The till that a login has selected. */
const tillOfSession = (tx: Tx, operatorId: number, tokenDigest: Buffer): Promise<TillRow | undefined> =>
  tills(tx, operatorId)
    .innerJoin('session', 'session.tillId', 'till.id')
    .where('session.tokenDigest', '=', tokenDigest)
    .executeTakeFirst()

export const tillById = (tx: Tx, operatorId: number, id: number): Promise<TillRow | undefined> =>
  tills(tx, operatorId).where('till.id', '=', id).executeTakeFirst()
