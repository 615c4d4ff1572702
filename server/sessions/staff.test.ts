import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { RoleId } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import { endStaffWhoLeft } from '#server/sessions/staff.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { outcome } from '#test/support/outcome.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')

let db: Database
let app: TestApp
let operatorId: number
let ines: { id: number }
let sam: { id: number }
let desk: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  operatorId = (await anOperator(db)).id
  const staff = { role: 'staff' } as const
  ines = await aCustomer(db, operatorId, {
    ...staff,
    staffLevel: 'supervisor',
    firstName: 'Ines',
    lastName: 'Wardlow',
    email: 'ines@example.test',
  })
  sam = await aCustomer(db, operatorId, {
    ...staff,
    staffLevel: 'desk',
    firstName: 'Sam',
    lastName: 'Deskford',
    email: 'sam@example.test',
  })
  desk = app.browser({ site: 'desk' })
  await desk.logIn(ines.id)
})

const everywhere = { venue: null, instructor: null } as const

/** Changes what Sam may do. */
const samAs = (...roles: readonly RoleId[]) =>
  desk.send(api.staff.changeRoles, { customerId: sam.id, roles: roles.map((role) => ({ role })) })

describe('the staff of an operator', () => {
  it('are listed with how they log in and when they last did', async () => {
    const elsewhere = await anOperator(db, { slug: 'other' })
    await aCustomer(db, elsewhere.id, { role: 'staff', firstName: 'Otto' })
    await sql`insert into security_event (at, last_at, times, event, operator_id, customer_id, network, route)
      values ('2027-02-20T08:00:00Z', '2027-02-20T08:00:00Z', 1, 'logged_in', ${operatorId}, ${sam.id}, '', '')`.execute(
      db,
    )
    const common = { secondFactorSince: null, passkeys: 0, lastDay: null }
    expect(await desk.send(api.staff.list, {})).toEqual([
      {
        ...common,
        id: ines.id,
        firstName: 'Ines',
        lastName: 'Wardlow',
        email: 'ines@example.test',
        roles: [{ ...everywhere, role: 'administrator' }],
        lastLoginAt: '2027-02-28T10:00:00Z',
        isThis: true,
      },
      {
        ...common,
        id: sam.id,
        firstName: 'Sam',
        lastName: 'Deskford',
        email: 'sam@example.test',
        roles: [{ ...everywhere, role: 'desk' }],
        lastLoginAt: '2027-02-20T08:00:00Z',
        isThis: false,
      },
    ])
  })

  it('are renamed and given roles by who manages staff, on record', async () => {
    const other = app.browser({ site: 'desk' })
    await other.logIn(sam.id)
    expect((await refusal(other.send(api.staff.list, {}))).status).toBe(403)
    const named = { customerId: sam.id, firstName: 'Sam', lastName: 'Marlow' }
    expect((await desk.send(api.staff.rename, named))[1]?.lastName).toBe('Marlow')
    expect((await samAs('administrator'))[1]?.roles).toEqual([{ ...everywhere, role: 'administrator' }])
    // Who comes to need a second factor and has none logs in anew.
    expect((await refusal(other.send(api.sessions.user, {}))).code).toBe('logged_out')
    await other.logIn(sam.id)
    expect(await other.send(api.staff.list, {})).toHaveLength(2)
    const entries = await db.selectFrom('auditEntry').selectAll().orderBy('id').execute()
    expect(entries).toMatchObject([
      {
        act: 'staff changed',
        actorId: ines.id,
        forCustomerId: sam.id,
        detail: {
          before: { firstName: 'Sam', lastName: 'Deskford' },
          after: { firstName: 'Sam', lastName: 'Marlow' },
        },
      },
      {
        act: 'staff changed',
        detail: { before: { roles: 'desk', lastDay: '' }, after: { roles: 'administrator', lastDay: '' } },
      },
    ])
    expect(await refusal(desk.send(api.staff.rename, { ...named, lastName: ' ' }))).toMatchObject({
      status: 422,
    })
  })

  describe('who are added', () => {
    const cleo = {
      firstName: 'Cleo',
      lastName: 'Marsh',
      email: 'cleo@example.test',
      roles: [{ role: 'desk' as const, ...everywhere }],
    }
    const mails = () =>
      db
        .selectFrom('notice')
        .select(['kind', 'recipient', 'data'])
        .where('kind', '=', 'staff_added')
        .execute()

    it('choose a password by the link that is sent to them, and log in at the desk', async () => {
      const staff = await desk.send(api.staff.add, cleo)
      expect(staff.find(({ email }) => email === cleo.email)).toMatchObject({ ...cleo, lastLoginAt: null })
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      const { code } = z.object({ code: z.string() }).parse(mail?.data)
      app.clock.forward(6 * 86_400_000)
      const browser = app.browser({ site: 'desk' })
      const password = 'seven green herons wade'
      await browser.send(api.sessions.resetPassword, { token: code, password })
      expect((await browser.send(api.sessions.user, {})).data).toMatchObject({
        role: 'staff',
        staffLevel: 'desk',
      })
      expect(
        await refusal(browser.send(api.sessions.resetPassword, { token: code, password })),
      ).toMatchObject({
        code: 'token_expired',
      })
      const entry = await db.selectFrom('auditEntry').selectAll().executeTakeFirstOrThrow()
      expect(entry).toMatchObject({
        act: 'staff added',
        actorId: ines.id,
        detail: { after: { firstName: 'Cleo', lastName: 'Marsh', roles: 'desk' } },
      })
    })

    it('have a link that lasts a week', async () => {
      await desk.send(api.staff.add, cleo)
      const { code } = z.object({ code: z.string() }).parse((await mails())[0]?.data)
      app.clock.forward(7 * 86_400_000 + 1)
      const late = app.browser({ site: 'desk' }).send(api.sessions.resetPassword, {
        token: code,
        password: 'seven green herons wade',
      })
      expect(await refusal(late)).toMatchObject({ code: 'token_expired' })
    })

    it('keep the account that they proved to be theirs, and are logged out of it', async () => {
      const proven = await aCustomer(db, operatorId, {
        firstName: 'Cleopatra',
        email: cleo.email,
        emailVerifiedAt: now,
        passwordHash: 'of her own',
      })
      const own = app.browser({ site: 'account' })
      await own.logIn(proven.id)
      const staff = await desk.send(api.staff.add, {
        ...cleo,
        email: ' Cleo@Example.test',
        roles: [{ role: 'administrator' }],
      })
      expect(staff.find(({ id }) => id === proven.id)).toMatchObject({
        firstName: 'Cleopatra',
        roles: [{ ...everywhere, role: 'administrator' }],
      })
      expect((await refusal(own.send(api.sessions.user, {}))).code).toBe('logged_out')
      expect(await mails()).toMatchObject([{ data: { code: null } }])
      expect(await refusal(desk.send(api.staff.add, cleo))).toMatchObject({
        status: 409,
        code: 'already_staff',
        message: 'cleo@example.test is staff already.',
      })
    })

    it('get no rights in an account that a stranger may have made with their address', async () => {
      const unproven = await aCustomer(db, operatorId, { email: cleo.email, emailVerifiedAt: null })
      expect(await refusal(desk.send(api.staff.add, cleo))).toMatchObject({
        status: 409,
        code: 'address_unconfirmed',
      })
      const row = await db
        .selectFrom('customer')
        .select('role')
        .where('id', '=', unproven.id)
        .executeTakeFirst()
      expect(row).toEqual({ role: 'customer' })
      expect(await mails()).toEqual([])
    })

    it('are added by who manages staff alone', async () => {
      const other = app.browser({ site: 'desk' })
      await other.logIn(sam.id)
      expect((await refusal(other.send(api.staff.add, cleo))).status).toBe(403)
    })

    it('can be those who were removed', async () => {
      await db.updateTable('customer').set({ emailVerifiedAt: now }).where('id', '=', sam.id).execute()
      await desk.send(api.staff.remove, { customerId: sam.id })
      const staff = await desk.send(api.staff.add, { ...cleo, email: 'sam@example.test' })
      expect(staff.map(({ id }) => id)).toContain(sam.id)
    })
  })

  it('lose their rights and their log-ins, and stay customers', async () => {
    const other = app.browser({ site: 'desk' })
    await other.logIn(sam.id)
    expect(await desk.send(api.staff.remove, { customerId: sam.id })).toHaveLength(1)
    expect((await refusal(other.send(api.sessions.user, {}))).code).toBe('logged_out')
    await other.logIn(sam.id)
    expect((await other.send(api.sessions.user, {})).data).toMatchObject({
      role: 'customer',
      staffLevel: null,
    })
    expect((await refusal(other.send(api.tills.list, {}))).status).toBe(403)
  })

  it('always have an administrator everywhere, and change nobody their own rights', async () => {
    const last = {
      status: 409,
      code: 'last_administrator',
      message: 'Without an administrator nobody could give rights back.',
    }
    const own = { status: 403, code: 'own_rights', message: 'Somebody else has to change your rights.' }
    const inesAs = { customerId: ines.id, roles: [{ role: 'desk' as const }] }
    expect(await refusal(desk.send(api.staff.changeRoles, inesAs))).toMatchObject(own)
    expect(await refusal(desk.send(api.staff.remove, { customerId: ines.id }))).toMatchObject(own)
    await samAs('administrator')
    const samsDesk = app.browser({ site: 'desk' })
    await samsDesk.logIn(sam.id)
    // Ines leaves: from then on Sam is the last one.
    await samsDesk.send(api.staff.changeRoles, {
      customerId: ines.id,
      roles: [{ role: 'administrator' }],
      lastDay: '2027-03-05',
    })
    expect(await refusal(samAs('desk'))).toMatchObject(last)
    expect(await refusal(desk.send(api.staff.remove, { customerId: sam.id }))).toMatchObject(last)
    const leaving = { customerId: sam.id, roles: [{ role: 'administrator' as const }], lastDay: '2027-03-06' }
    expect(await refusal(desk.send(api.staff.changeRoles, leaving))).toMatchObject(last)
  })

  it('give and take no rights that they lack', async () => {
    const here = await aVenue(db, { operatorId }, { slug: 'here' })
    await aVenue(db, { operatorId }, { slug: 'there' })
    const { id } = await aCustomer(db, operatorId, {
      role: 'staff',
      roles: [{ role: 'administrator', venueId: here.id }],
    })
    const local = app.browser({ site: 'desk' })
    await local.logIn(id)
    const give = (role: RoleId, venue: string | null) =>
      outcome(local.send(api.staff.changeRoles, { customerId: sam.id, roles: [{ role, venue }] }))
    // Sam works everywhere, so even this takes something away.
    expect(await give('desk', 'here')).toBe('rights_beyond_own')
    await desk.send(api.staff.changeRoles, { customerId: sam.id, roles: [{ role: 'desk', venue: 'here' }] })
    expect(await give('administrator', 'here')).toBe('ok')
    expect(await give('desk', 'here')).toBe('ok')
    expect(await give('desk', null)).toBe('rights_beyond_own')
    expect(await give('desk', 'there')).toBe('rights_beyond_own')
    expect(await give('desk', 'nowhere')).toBe('invalid')
    expect(await outcome(local.send(api.staff.remove, { customerId: ines.id }))).toBe('rights_beyond_own')
    expect(await outcome(local.send(api.staff.resetSecondFactor, { customerId: ines.id }))).toBe(
      'rights_beyond_own',
    )
    expect(await local.send(api.staff.options, {})).toMatchObject({
      everywhere: false,
      venues: [{ slug: 'here' }],
    })
    const cleo = { firstName: 'Cleo', lastName: 'Marsh', email: 'cleo@example.test' }
    expect(await outcome(local.send(api.staff.add, { ...cleo, roles: [{ role: 'finance' }] }))).toBe(
      'rights_beyond_own',
    )
    expect(
      await outcome(local.send(api.staff.add, { ...cleo, roles: [{ role: 'finance', venue: 'here' }] })),
    ).toBe('ok')
  })

  it('lose rights and log-ins the night after their last day', async () => {
    const other = app.browser({ site: 'desk' })
    await other.logIn(sam.id)
    const until = (lastDay: string) =>
      desk.send(api.staff.changeRoles, { customerId: sam.id, roles: [{ role: 'desk' }], lastDay })
    expect(await refusal(until('2027-02-27'))).toMatchObject({ status: 422, message: 'This day has passed.' })
    expect((await until('2027-02-28'))[1]?.lastDay).toBe('2027-02-28')
    app.clock.forward((13 * 60 + 59) * 60_000)
    await other.logIn(sam.id)
    expect(await outcome(other.send(api.customers.search, { query: 'nobody' }))).toBe('ok')
    app.clock.forward(60_000)
    // The rights end with the day, the log-ins when the job has run.
    expect(await outcome(other.send(api.customers.search, { query: 'nobody' }))).toBe('forbidden')
    await endStaffWhoLeft(db, app.clock.now())
    expect(await outcome(other.send(api.sessions.user, {}))).toBe('logged_out')
    const left = await db
      .selectFrom('auditEntry')
      .select(['act', 'actorId', 'subject'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(left).toEqual({ act: 'staff left', actorId: null, subject: `staff:${sam.id}` })
    await endStaffWhoLeft(db, app.clock.now())
    const { role } = await db
      .selectFrom('customer')
      .select('role')
      .where('id', '=', sam.id)
      .executeTakeFirstOrThrow()
    expect(role).toBe('customer')
  })

  it('above Desk set up a second factor where real money is taken', async () => {
    const passwordHash = await hashOf('seven green herons wade')
    await db.updateTable('customer').set({ passwordHash }).execute()
    const real = testApp(db, {
      now,
      settings: {
        CARDS: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
      },
    })
    const logIn = (of: TestApp, username: string) =>
      outcome(
        of
          .browser({ site: 'desk' })
          .send(api.sessions.login, { username, password: 'seven green herons wade' }),
      )
    expect(await logIn(real, 'ines@example.test')).toBe('second_factor_setup_required')
    expect(await logIn(real, 'sam@example.test')).toBe('ok')
    // On a trial the log-ins that are printed work.
    expect(await logIn(app, 'ines@example.test')).toBe('ok')
  })

  it('are those of the own operator, and no customers', async () => {
    const elsewhere = await anOperator(db, { slug: 'other' })
    const otto = await aCustomer(db, elsewhere.id, { role: 'staff' })
    const customer = await aCustomer(db, operatorId)
    for (const { id: customerId } of [otto, customer]) {
      const change = { customerId, roles: [{ role: 'desk' as const }] }
      expect((await refusal(desk.send(api.staff.changeRoles, change))).status).toBe(404)
      expect((await refusal(desk.send(api.staff.remove, { customerId }))).status).toBe(404)
    }
  })
})
