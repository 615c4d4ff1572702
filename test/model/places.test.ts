/**
 * Long random sequences of taking, renewing, letting go, lapsing, buying and resizing, each compared with a
 * plain model that knows no counters, no claims and no sweeper: only who holds what until when.
 */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { confirmItems, freeHolds, listLapsedHolds, renewItems, takeBatch } from '#server/holds/queries.ts'
import type { RequestedItem } from '#server/holds/queries.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aTicketType, anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { writeReservations } from '#test/support/reservations.ts'

const opening = new Date('2027-03-01T09:00:00Z')
const at = (minutes: number): Date => new Date(opening.getTime() + minutes * 60_000)

type ModelOccurrence = {
  id: number
  kind: 'classes' | 'courts' | 'tickets'
  allowsOverlap: boolean
  capacity: number
  from: number
  to: number
  floor: readonly string[]
  pricingOptionId: number
  ticketTypeId: number | null
}

type World = { occurrences: ModelOccurrence[]; baskets: { id: number; personId: number | null }[] }

/** A hall of three courts let in two lengths and whole, two classes, and a swim sold by tickets. */
const build = async (db: Database): Promise<World> => {
  await emptyTables(db)
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id })
  const courts = await Promise.all(
    ['a', 'b', 'c'].map(async (space) => ({
      floor: [space],
      ...(await aLocation(db, venue.id, { slug: `court-${space}`, spaces: [space] })),
    })),
  )
  const hall = {
    floor: ['a', 'b', 'c'],
    ...(await aLocation(db, venue.id, { slug: 'hall', spaces: ['a', 'b', 'c'] })),
  }
  const studio = { floor: [], ...(await aLocation(db, venue.id, { slug: 'studio' })) }

  const occurrences: ModelOccurrence[] = []
  const offer = async (
    kind: ModelOccurrence['kind'],
    places: readonly { id: number; floor: readonly string[] }[],
    times: readonly (readonly [number, number])[],
    more: { capacity?: number; allowsOverlap?: boolean; places?: number } = {},
  ) => {
    const { capacity = 1, allowsOverlap = false } = more
    const activity = await anActivity(db, venue.id, { kind, allowsOverlap })
    const ticket = kind === 'tickets' ? await aTicketType(db, activity.id) : null
    for (const place of places) {
      for (const [from, to] of times) {
        const { id } = await anOccurrence(
          db,
          { activity, locationId: place.id, startsAt: at(10_000 + from) },
          { minutes: to - from, capacity },
        )
        occurrences.push({
          id,
          kind,
          allowsOverlap,
          capacity,
          from,
          to,
          floor: place.floor,
          pricingOptionId: ticket?.pricingOptionId ?? activity.pricingOptionId,
          ticketTypeId: ticket?.id ?? null,
        })
      }
    }
  }
  await offer('courts', courts, [
    [0, 60],
    [60, 120],
  ])
  await offer(
    'courts',
    courts,
    [
      [0, 40],
      [40, 80],
      [80, 120],
    ],
    { allowsOverlap: true },
  )
  await offer(
    'courts',
    [hall],
    [
      [0, 60],
      [60, 120],
    ],
  )
  await offer(
    'classes',
    [studio],
    [
      [0, 60],
      [30, 90],
    ],
    { capacity: 2 },
  )
  await offer('tickets', [studio], [[0, 120]], { capacity: 5 })

  const people = await Promise.all([0, 1].map(() => aCustomer(db, operator.id)))
  const baskets = await Promise.all(
    [people[0], people[1], people[0], undefined].map(async (person, index) => ({
      personId: person?.id ?? null,
      ...(await db
        .insertInto('basket')
        // The third stands for a basket at the desk, filled for the first person.
        .values({
          operatorId: operator.id,
          customerId: index < 2 ? (person?.id ?? null) : null,
          createdAt: opening,
          updatedAt: opening,
        })
        .returning('id')
        .executeTakeFirstOrThrow()),
    })),
  )
  return { occurrences, baskets }
}

const clear = async (db: Database): Promise<void> => {
  await db.deleteFrom('basketItem').execute()
  await writeReservations(db, async (tx) => {
    await tx.deleteFrom('spaceClaim').execute()
    await tx.deleteFrom('hold').execute()
    await tx.updateTable('occurrence').set({ placesTaken: 0, status: 'scheduled' }).execute()
  })
}

type Outcome = 'ok' | 'full' | 'held' | 'clash' | 'already_booked' | 'cancelled'

type Line = {
  occurrence: ModelOccurrence
  basket: number
  places: number
  until: number
  bought: boolean
  gone: boolean
}

/** Who holds what until when, and what follows from it. Minutes are counted from the opening. */
const model = (world: World) => {
  const lines: Line[] = []
  const calledOff = new Set<ModelOccurrence>()
  let now = 0

  const isLive = (line: Line) => !line.gone && (line.bought || line.until > now)
  const live = () => lines.filter(isLive)
  const overlap = (a: ModelOccurrence, b: ModelOccurrence) => a.from < b.to && b.from < a.to
  const personOf = (basket: number) => world.baskets[basket]?.personId ?? null
  const sum = (list: Line[]) => list.reduce((total, line) => total + line.places, 0)

  /** Why `wanted` places of a thing cannot be had by a basket, while `mine` (renewed, grown) does not count. */
  const whyNot = (
    occurrence: ModelOccurrence,
    basket: number,
    wanted: number,
    mine: Line | null,
  ): Outcome => {
    if (calledOff.has(occurrence)) return 'cancelled'
    const others = live().filter((line) => line !== mine)
    const here = others.filter((line) => line.occurrence === occurrence)
    if (sum(here) + wanted > occurrence.capacity) {
      return wanted <= occurrence.capacity - sum(here.filter((line) => line.bought)) ? 'held' : 'full'
    }
    if (occurrence.kind !== 'courts') return 'ok'
    const onFloor = others.filter(
      (line) =>
        line.occurrence.kind === 'courts' &&
        overlap(line.occurrence, occurrence) &&
        line.occurrence.floor.some((space) => occurrence.floor.includes(space)),
    )
    if (onFloor.length === 0) return 'ok'
    if (onFloor.some((line) => line.bought)) return 'full'
    return onFloor.every((line) => line.basket === basket) ? 'clash' : 'held'
  }

  const isElsewhere = (occurrence: ModelOccurrence, basket: number, mine: Line | null) => {
    const person = personOf(basket)
    return (
      person !== null &&
      live().some(
        (line) => line !== mine && personOf(line.basket) === person && overlap(line.occurrence, occurrence),
      )
    )
  }
  const mayOverlap = (occurrence: ModelOccurrence) =>
    occurrence.kind === 'tickets' || occurrence.allowsOverlap

  return {
    isLive,
    live,
    lines,
    sum,
    mayOverlap,
    overlap,
    personOf,
    pass: (minutes: number) => {
      now += minutes
    },
    now: () => now,
    callOff: (occurrence: ModelOccurrence) => calledOff.add(occurrence),
    /** The lines a basket shows: live ones and those that have lapsed. */
    ofBasket: (basket: number) =>
      lines.filter((line) => line.basket === basket && !line.gone && !line.bought),
    take: (
      basket: number,
      wanted: readonly { occurrence: ModelOccurrence; places: number }[],
      until: number,
    ) => {
      const before = lines.length
      for (const [index, { occurrence, places }] of wanted.entries()) {
        if (live().some((line) => line.basket === basket && line.occurrence === occurrence && !line.bought))
          continue
        let outcome: Outcome
        const person = personOf(basket)
        const isBooked = lines.some(
          (line) =>
            line.bought && !line.gone && line.occurrence === occurrence && personOf(line.basket) === person,
        )
        if (!mayOverlap(occurrence) && person !== null && isBooked) outcome = 'already_booked'
        else outcome = whyNot(occurrence, basket, places, null)
        if (outcome === 'ok' && !mayOverlap(occurrence) && isElsewhere(occurrence, basket, null))
          outcome = 'clash'
        if (outcome !== 'ok') {
          lines.length = before
          return { outcome, itemIndex: index }
        }
        lines.push({ occurrence, basket, places, until, bought: false, gone: false })
      }
      // What had lapsed and is held again leaves the parked ones.
      for (const line of lines.slice(0, before)) {
        const again = lines.slice(before).some((one) => one.occurrence === line.occurrence)
        if (again && line.basket === basket && !line.bought && !isLive(line)) line.gone = true
      }
      return { outcome: 'ok' as const, itemIndex: null }
    },
    /** Renews (or buys) all lines or none; answers those that cannot be had. */
    renew: (renewed: readonly Line[], until: number, buy: boolean) => {
      const reserved = renewed.map((line) => ({ line, until: line.until }))
      const lost: { line: Line; outcome: Outcome }[] = []
      const order = [...renewed].sort((a, b) => Number(isLive(b)) - Number(isLive(a)))
      for (const line of order) {
        let outcome: Outcome = calledOff.has(line.occurrence) ? 'cancelled' : 'ok'
        if (outcome === 'ok' && !isLive(line)) {
          if (!mayOverlap(line.occurrence) && isElsewhere(line.occurrence, line.basket, line))
            outcome = 'clash'
          else outcome = whyNot(line.occurrence, line.basket, line.places, line)
        }
        if (outcome === 'ok') line.until = Math.max(line.until, until)
        else lost.push({ line, outcome })
      }
      if (lost.length > 0) for (const { line, until: before } of reserved) line.until = before
      else if (buy) for (const line of renewed) line.bought = true
      return lost
    },
    resize: (line: Line, places: number): Outcome => {
      if (line.occurrence.kind === 'courts') return places === line.places ? 'ok' : 'full'
      if (places > line.places) {
        const outcome = whyNot(line.occurrence, line.basket, places - line.places, null)
        if (outcome !== 'ok') return outcome
      }
      line.places = places
      return 'ok'
    },
  }
}

type Model = ReturnType<typeof model>

type Step =
  | { do: 'take'; asks: { basket: number; occurrences: number[]; places: number }[]; minutes: number }
  | { do: 'renew' | 'buy'; basket: number; lines: number[]; minutes: number }
  | { do: 'resize'; line: number; places: number }
  | { do: 'let go' | 'call off'; line: number }
  | { do: 'sweep' }
  | { do: 'wait'; minutes: number }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      // Who asks in the same moment is answered together.
      asks: fc.array(
        fc.record({
          basket: fc.nat(3),
          occurrences: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
          places: fc.integer({ min: 1, max: 3 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      minutes: fc.integer({ min: 5, max: 20 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('renew' as const, 'buy' as const),
      basket: fc.nat(3),
      lines: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      minutes: fc.integer({ min: 5, max: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('resize' as const),
      line: fc.nat(),
      places: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('let go' as const), line: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('call off' as const), line: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'sweep' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 12 }) }),
  },
)

/** The database's side of a run: which basket item stands for which line. */
type Real = { db: Database; world: World; items: Map<Line, number> }

const wantedOf = (
  world: World,
  basket: number,
  occurrences: readonly { occurrence: ModelOccurrence; places: number }[],
): RequestedItem[] =>
  occurrences.map(({ occurrence, places }) => ({
    occurrenceId: occurrence.id,
    places,
    idForm: 'v2',
    ticketTypeId: occurrence.ticketTypeId,
    pricingOptionId: occurrence.pricingOptionId,
    quantity: places,
    unitPrice: 500,
    purchasedForId: null,
    customerReference: null,
    personId: world.baskets[basket]?.personId ?? null,
    mayOverlap: occurrence.kind === 'tickets' || occurrence.allowsOverlap,
  }))

type Asking = { basket: number; wanted: { occurrence: ModelOccurrence; places: number }[] }

/** Which asks of a moment are answered first, all by one statement (`take_simple_requests`). */
const isPlain = (ask: Asking, all: readonly Asking[], plain: Model): boolean => {
  const isSimple = ({ basket, wanted }: Asking) => {
    const person = plain.personOf(basket)
    const lines = all.flatMap((one) => one.wanted.map(() => one.basket))
    return (
      wanted.length === 1 &&
      wanted[0]?.occurrence.kind !== 'courts' &&
      all.filter((one) => one.basket === basket).length === 1 &&
      (person === null || lines.filter((one) => plain.personOf(one) === person).length === 1)
    )
  }
  const occurrence = ask.wanted[0]?.occurrence
  if (!isSimple(ask) || occurrence === undefined) return false
  const rivals = all.filter((one) => isSimple(one) && one.wanted[0]?.occurrence === occurrence)
  const sizes = rivals.map((one) => one.wanted[0]?.places ?? 0)
  const taken = plain.sum(plain.live().filter((line) => line.occurrence === occurrence))
  return new Set(sizes).size === 1 || taken + sizes.reduce((a, b) => a + b) <= occurrence.capacity
}

class Undo extends Error {}

/** Renewing and buying are undone by their caller when something is lost. */
const allOrNothing = async <T>(db: Database, run: (tx: Tx) => Promise<T[]>): Promise<T[]> => {
  let lost: T[] = []
  try {
    await transact(db, async (tx) => {
      lost = await run(tx)
      if (lost.length > 0) throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return lost
}

const holdOf = async (db: Database, item: number): Promise<number> =>
  (await db.selectFrom('basketItem').select('holdId').where('id', '=', item).executeTakeFirstOrThrow()).holdId

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

const perform = async (step: Step, plain: Model, { db, world, items }: Real): Promise<void> => {
  const now = at(plain.now())
  switch (step.do) {
    case 'wait':
      plain.pass(step.minutes)
      return
    case 'sweep': {
      const lapsed = await listLapsedHolds(db, now, 500)
      await freeHolds(
        db,
        lapsed.map((hold) => hold.id),
        'expired',
        now,
      )
      return
    }
    case 'take': {
      const until = plain.now() + step.minutes
      const asks = step.asks.map(({ basket, occurrences, places }, nth) => ({
        nth,
        basket,
        wanted: [...new Set(occurrences.flatMap((index) => pick(world.occurrences, index) ?? []))].map(
          (occurrence) => ({
            occurrence,
            places: occurrence.kind === 'tickets' ? places : 1,
          }),
        ),
      }))
      const before = plain.lines.length
      const first = asks.filter((ask) => isPlain(ask, asks, plain))
      const expected: ReturnType<Model['take']>[] = []
      for (const ask of [...first, ...asks.filter((ask) => !first.includes(ask))]) {
        expected[ask.nth] = plain.take(ask.basket, ask.wanted, until)
      }
      const verdicts = await takeBatch(
        db,
        asks.map(({ basket, wanted }) => ({
          basketId: world.baskets[basket]?.id ?? 0,
          heldUntil: at(until),
          items: wantedOf(world, basket, wanted),
        })),
        now,
      )
      expect(verdicts.map(({ outcome, itemIndex }) => ({ outcome, itemIndex }))).toEqual(expected)
      for (const line of plain.lines.slice(before)) {
        const item = await db
          .selectFrom('basketItem')
          .select('id')
          .where('basketId', '=', world.baskets[line.basket]?.id ?? 0)
          .where('occurrenceId', '=', line.occurrence.id)
          .where('removedAt', 'is', null)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        items.set(line, item.id)
      }
      return
    }
    case 'renew':
    case 'buy': {
      const visible = plain.ofBasket(step.basket)
      const lines = [...new Set(step.lines.flatMap((index) => pick(visible, index) ?? []))].sort(
        (a, b) => (items.get(a) ?? 0) - (items.get(b) ?? 0),
      )
      const ids = lines.flatMap((line) => items.get(line) ?? [])
      // A bought line is confirmed one minute on at the least (confirm_places).
      const until = step.do === 'buy' ? plain.now() + 1 : plain.now() + step.minutes
      const expected = plain.renew(lines, until, step.do === 'buy')
      const lost = await allOrNothing(db, (tx) =>
        step.do === 'buy' ? confirmItems(tx, ids, now) : renewItems(tx, ids, at(until), now),
      )
      expect(lost.toSorted((a, b) => a.itemId - b.itemId)).toEqual(
        expected
          .map(({ line, outcome }) => ({ itemId: items.get(line), outcome }))
          .toSorted((a, b) => (a.itemId ?? 0) - (b.itemId ?? 0)),
      )
      return
    }
    case 'resize': {
      const line = pick(
        plain.live().filter((one) => !one.bought),
        step.line,
      )
      if (line === undefined) return
      const { rows } = await sql<{ outcome: Outcome }>`
        select resize_places(${items.get(line)}, ${step.places}, ${now}) as outcome`.execute(db)
      expect(rows[0]?.outcome).toBe(plain.resize(line, step.places))
      return
    }
    case 'let go': {
      const line = pick(
        plain.lines.filter((one) => !one.gone),
        step.line,
      )
      if (line === undefined) return
      line.gone = true
      const item = items.get(line) ?? 0
      await freeHolds(db, [await holdOf(db, item)], 'released', now)
      await db.updateTable('basketItem').set({ removedAt: now }).where('id', '=', item).execute()
      return
    }
    case 'call off': {
      const occurrence = pick(world.occurrences, step.line)
      if (occurrence === undefined) return
      plain.callOff(occurrence)
      await db
        .updateTable('occurrence')
        .set({ status: 'cancelled' })
        .where('id', '=', occurrence.id)
        .execute()
    }
  }
}

/** What must hold after every step, read from the database. */
const audit = async (plain: Model, { db, world }: Real, ended: Map<number, string>): Promise<void> => {
  const now = at(plain.now())
  expect(await wrongWithPlaces(db, now)).toEqual([])
  const holds = await db.selectFrom('hold').selectAll().orderBy('id').execute()
  for (const { id, state } of holds) {
    // I3: a hold ends once, in one way.
    if (ended.has(id)) expect(state).toBe(ended.get(id))
    if (state === 'released' || state === 'expired') ended.set(id, state)
  }
  const alive = holds.filter(
    (hold) =>
      hold.state === 'confirmed' ||
      (hold.state === 'held' && hold.heldUntil !== null && hold.heldUntil > now),
  )
  expect(
    alive.map((hold) => [hold.basketId, hold.occurrenceId, hold.places, hold.state].join()).sort(),
  ).toEqual(
    plain
      .live()
      .map((line) => {
        const basketId = world.baskets[line.basket]?.id
        return [basketId, line.occurrence.id, line.places, line.bought ? 'confirmed' : 'held'].join()
      })
      .sort(),
  )
}

describe('places', () => {
  let db: Database
  let world: World
  beforeAll(async () => {
    db = (await testDatabase()).db
    world = await build(db)
  })

  it('goes the way of the plain model, whatever is done in whatever order (I1, I3)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        await clear(db)
        const plain = model(world)
        const real: Real = { db, world, items: new Map() }
        const ended = new Map<number, string>()
        for (const step of steps) {
          await perform(step, plain, real)
          await audit(plain, real, ended)
        }
      }),
      { numRuns: 25 },
    )
  })
})
