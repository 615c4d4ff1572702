import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { permissionsOf, roleIds } from '#contract/permissions.ts'
import type { Permission, RoleId } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database.ts'
import { findSubjects, subjectParameters } from '#server/sessions/subjects.ts'
import { addressFor, bodyFor, targets } from '#test/support/attackSurface.ts'
import type { Target, Values } from '#test/support/attackSurface.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer, giveRoles } from '#test/support/factories/customers.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { outcome } from '#test/support/outcome.ts'
import { twoOperators } from '#test/support/twoOperators.ts'
import type { TwoOperators } from '#test/support/twoOperators.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { api } from '#web/platform/api.ts'

/*
 * Every endpoint that asks for a permission, called by staff who lack it, and by staff who have it at another venue alone.
 */

let db: Database
let world: TwoOperators
let staff: TestBrowser
let staffId: number
let elsewhere: { id: number }

beforeAll(async () => {
  db = (await testDatabase()).db
  world = await twoOperators(db)
  elsewhere = await aVenue(db, { operatorId: world.operatorId }, { slug: 'elsewhere' })
  staffId = (await aCustomer(db, world.operatorId, { role: 'staff' })).id
  staff = world.app.browser({ site: 'desk' })
  await staff.logIn(staffId)
})

afterAll(() => world.removeFiles())

beforeEach(() => db.deleteFrom('rateCount').execute())

const guarded = targets.filter(({ endpoint }) => endpoint.needs !== undefined)

/** A role that has everything but this, and one that has this. */
const roleWithout = (needs: Permission): RoleId =>
  roleIds.find((role) => role !== 'instructor' && !permissionsOf[role].includes(needs)) ?? 'instructor'

/** Days of a closure. */
const times: Values = {
  'closures.from': '2027-03-05T14:00',
  'closures.until': '2027-03-05T16:00',
  'hirers.start': '17:00',
  'hirers.end': '18:00',
  'hirers.from': '2027-03-05',
  'hirers.until': '2027-03-05',
  'hirers.lastDay': '2027-03-05',
  'broadcasts.from': '2027-03-04',
  'broadcasts.until': '2027-03-04',
  'rehearsals.opensAt': '2027-03-02T22:00:00Z',
}

const code = async (target: Target, ids: Values): Promise<string> => {
  const values = { ...ids, ...times }
  const { method } = target.endpoint
  const response = await staff.fetch(addressFor(target, values), {
    method,
    ...(method === 'GET'
      ? {}
      : { body: bodyFor(target, values), headers: { 'Content-Type': 'application/json' } }),
  })
  const answer = (await response.json()) as { code?: string }
  return answer.code ?? String(response.status)
}

/** The parameters of an endpoint, and the fields of its body, that say what it is about. */
const subjectsIn = ({ endpoint }: Target): string[] => {
  const body =
    endpoint.body === undefined || !('shape' in endpoint.body) ? {} : (endpoint.body.shape as object)
  const names = [endpoint.params?.shape ?? {}, endpoint.query?.shape ?? {}, body].flatMap(Object.keys)
  return names.filter((name) => subjectParameters.includes(name))
}

describe('staff who lack the permission', () => {
  it.each(guarded)('are refused $title', async (target) => {
    await giveRoles(db, staffId, [{ role: roleWithout(target.endpoint.needs ?? 'staff') }])
    expect(await code(target, world.ids)).toBe('forbidden')
  })
})

describe('staff who have it at another venue', () => {
  const aboutVenue = guarded.filter(
    (target) => target.endpoint.everywhere !== true && subjectsIn(target).length > 0,
  )
  it('lack it at the venue that each of these is about', async () => {
    const about = [...new Set(aboutVenue.flatMap(subjectsIn))]
    const found = await Promise.all(
      about.map(async (name) => [
        name,
        (await findSubjects(db, world.operatorId, { [name]: world.ids[name] })).length > 0,
      ]),
    )
    // A partner's order that waits for its answer: the lines of one are found as those of a basket are.
    const without = ['proposalId']
    expect(found.filter(([, isFound]) => isFound !== true).map(([name]) => name)).toEqual(without)
  })

  it.each(aboutVenue)('do not find what $title is about', async (target) => {
    await giveRoles(db, staffId, [{ role: 'administrator', venueId: elsewhere.id }])
    expect(await code(target, world.ids)).toBe('not_found')
  })

  const everywhere = guarded.filter(({ endpoint }) => endpoint.everywhere === true)
  it.each(everywhere)('are refused $title, which is about every venue', async (target) => {
    await giveRoles(db, staffId, [{ role: 'administrator', venueId: elsewhere.id }])
    expect(await code(target, world.ids)).toBe('forbidden')
  })

  it('reach the rest, which is about no venue or answers what is of theirs alone', () => {
    const rest = guarded.filter((target) => !aboutVenue.includes(target) && !everywhere.includes(target))
    expect(rest.map(({ title }) => title)).toEqual([
      // Customers are the operator's.
      'customers.search',
      'customers.atDesk',
      'customers.inductions',
      'customers.giveInduction',
      'customers.withdrawInduction',
      'customers.registerAtDesk',
      // The venues of what is in the basket, below.
      'checkout.payAtDesk',
      'bookings.search',
      'documents.waiting',
      'documents.review',
      // Hirers are the operator's; what is let to them is of a venue.
      'hirers.list',
      'hirers.one',
      'hirers.add',
      'hirers.change',
      // Those of the venues where the caller may invoice.
      'hirers.invoices',
      'memberships.missed',
      // Prices of the venues where the caller may publish them: server/pricing/setPrices.test.ts.
      'priceSteps.list',
      'priceSteps.preview',
      'priceSteps.set',
      'priceSteps.end',
      'priceSteps.readFile',
      // What they may not set: server/memberships/planPrices.test.ts.
      'planPrices.list',
      // Drafts about the venues where the caller may draft: server/drafts/venues.test.ts.
      'office.catalogue',
      'drafts.list',
      'drafts.one',
      'drafts.add',
      'drafts.change',
      'drafts.discard',
      'drafts.addEdits',
      'drafts.changeEdit',
      'drafts.strikeEdit',
      'drafts.preview',
      'drafts.publish',
      'drafts.approve',
      'drafts.unschedule',
      'drafts.publications',
      'drafts.previewUndo',
      'drafts.undo',
      'penalties.waive',
      // Within what the caller may do: server/sessions/staff.test.ts.
      'staff.list',
      'staff.options',
      'staff.add',
      'staff.rename',
      'staff.changeRoles',
      'staff.remove',
      'staff.resetSecondFactor',
      // The venues that the caller may read of.
      'reports.read',
      'reports.file',
      'privacy.customerData',
      'openBooking.dueAtVenue',
      'openBooking.listProposals',
    ])
  })
})

describe('instructors', () => {
  it('see and mark the sessions that they give, and no others', async () => {
    const { sessionId, bookingId } = world.ids
    const instructor = await db
      .insertInto('instructor')
      .values({ operatorId: world.operatorId, slug: 'priti', name: 'Priti' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await giveRoles(db, staffId, [{ role: 'instructor', instructorId: instructor.id }])
    const named = (name: string): Target => {
      const target = guarded.find(({ title }) => title === name)
      if (target === undefined) throw new Error(`There is no endpoint ${name}.`)
      return target
    }
    const outcomes = async () => ({
      register: await code(named('attendance.register'), world.ids),
      mark: await code(named('attendance.mark'), { ...world.ids, bookingId: bookingId ?? 0 }),
      history: await code(named('attendance.sessionHistory'), world.ids),
      sessions: await sessionsSeen(),
    })
    const sessionsSeen = async (): Promise<number> => {
      const day = new Date((await occurrence()).startsAt).toISOString().slice(0, 10)
      const response = await staff.fetch(`/api/foh/venues/${world.venue.slug}/sessions?date=${day}&show=all`)
      return ((await response.json()) as { data: { sessions: unknown[] } }).data.sessions.length
    }
    const occurrence = () =>
      db
        .selectFrom('occurrence')
        .select(['id', 'startsAt'])
        .where('id', '=', Number(sessionId))
        .executeTakeFirstOrThrow()
    expect(await outcomes()).toEqual({
      register: 'not_found',
      mark: 'not_found',
      history: 'not_found',
      sessions: 0,
    })
    await db
      .updateTable('occurrence')
      .set({ instructorIds: [instructor.id] })
      .where('id', '=', Number(sessionId))
      .execute()
    expect(await outcomes()).toMatchObject({ register: '200', history: '200', sessions: 1 })
    expect(await code(named('attendance.notifySession'), world.ids)).toBe('forbidden')
    expect(await code(named('operations.alerts'), world.ids)).toBe('forbidden')
  })

  it('act for themselves alone where customers do', async () => {
    await giveRoles(db, staffId, [{ role: 'programme' }])
    const response = await staff.fetch(`/api/my-account/details?selected_user_id=${world.victim.id}`)
    expect(response.status).toBe(403)
  })
})

describe('what is at another venue', () => {
  const venueId = async () =>
    (await db.selectFrom('venue').select('id').where('slug', '=', world.venue.slug).executeTakeFirstOrThrow())
      .id
  const item = async () => {
    const { publicId } = await db
      .selectFrom('occurrence')
      .select('publicId')
      .where('id', '=', Number(world.ids['timetable.sessionId'] ?? world.ids['sessionId']))
      .executeTakeFirstOrThrow()
    return { items: [{ id: publicId }], selectedUserId: null }
  }

  it('is put into no basket, and not sold from one', async () => {
    await giveRoles(db, staffId, [{ role: 'desk', venueId: elsewhere.id }])
    expect(await outcome(staff.send(api.baskets.add, await item()))).toBe('not_found')
    await giveRoles(db, staffId, [{ role: 'desk', venueId: await venueId() }])
    expect(await outcome(staff.send(api.baskets.add, await item()))).toBe('ok')
    // It is in the basket when the rights change.
    await giveRoles(db, staffId, [{ role: 'desk', venueId: elsewhere.id }])
    const paying = () =>
      outcome(
        staff.send(api.checkout.payAtDesk, {
          payments: [{ tenderType: 'cash', amount: 0 }],
          selectedUserId: null,
          termsAccepted: true,
        }),
      )
    expect(await paying()).toBe('not_found')
    await giveRoles(db, staffId, [{ role: 'desk' }])
    expect(await paying()).not.toBe('not_found')
  })

  it('is in no report, and its name finds none', async () => {
    await giveRoles(db, staffId, [{ role: 'programme', venueId: elsewhere.id }])
    const report = { report: 'fullness', from: '2027-03-01', until: '2027-03-31' } as const
    expect((await staff.send(api.reports.read, report)).rowCount).toBe(0)
    expect(await outcome(staff.send(api.reports.read, { ...report, venues: world.venue.slug }))).toBe(
      'not_found',
    )
    await giveRoles(db, staffId, [{ role: 'programme', venueId: await venueId() }])
    expect((await staff.send(api.reports.read, report)).rowCount).toBeGreaterThan(0)
    expect(await outcome(staff.send(api.reports.read, { ...report, report: 'vat' }))).toBe('forbidden')
  })
})
