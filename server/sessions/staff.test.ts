import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
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

const samAs = (staffLevel: 'desk' | 'supervisor', lastName = 'Deskford') =>
  desk.send(api.staff.change, { customerId: sam.id, firstName: 'Sam', lastName, staffLevel })

describe('the staff of an operator', () => {
  it('are listed with how they log in and when they last did', async () => {
    const elsewhere = await anOperator(db, { slug: 'other' })
    await aCustomer(db, elsewhere.id, { role: 'staff', firstName: 'Otto' })
    await sql`insert into security_event (at, last_at, times, event, operator_id, customer_id, network, route)
      values ('2027-02-20T08:00:00Z', '2027-02-20T08:00:00Z', 1, 'logged_in', ${operatorId}, ${sam.id}, '', '')`.execute(
      db,
    )
    const common = { secondFactorSince: null, passkeys: 0 }
    expect(await desk.send(api.staff.list, {})).toEqual([
      {
        ...common,
        id: ines.id,
        firstName: 'Ines',
        lastName: 'Wardlow',
        email: 'ines@example.test',
        staffLevel: 'supervisor',
        lastLoginAt: '2027-02-28T10:00:00Z',
        isThis: true,
      },
      {
        ...common,
        id: sam.id,
        firstName: 'Sam',
        lastName: 'Deskford',
        email: 'sam@example.test',
        staffLevel: 'desk',
        lastLoginAt: '2027-02-20T08:00:00Z',
        isThis: false,
      },
    ])
  })

  it('are renamed and given rights by supervisors, on record', async () => {
    const other = app.browser({ site: 'desk' })
    await other.logIn(sam.id)
    expect((await refusal(other.send(api.staff.list, {}))).status).toBe(403)
    const staff = await samAs('supervisor', 'Marlow')
    expect(staff.find(({ id }) => id === sam.id)).toMatchObject({
      lastName: 'Marlow',
      staffLevel: 'supervisor',
    })
    expect(await other.send(api.staff.list, {})).toHaveLength(2)
    const entry = await db.selectFrom('auditEntry').selectAll().executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      act: 'staff changed',
      actorId: ines.id,
      forCustomerId: sam.id,
      detail: {
        before: { firstName: 'Sam', lastName: 'Deskford', staffLevel: 'desk' },
        after: { firstName: 'Sam', lastName: 'Marlow', staffLevel: 'supervisor' },
      },
    })
    expect(await refusal(samAs('desk', ' '))).toMatchObject({ status: 422 })
  })

  describe('who are added', () => {
    const cleo = {
      firstName: 'Cleo',
      lastName: 'Marsh',
      email: 'cleo@example.test',
      staffLevel: 'desk',
    } as const
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
        detail: { after: { firstName: 'Cleo', lastName: 'Marsh', staffLevel: 'desk' } },
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
        staffLevel: 'supervisor',
      })
      expect(staff.find(({ id }) => id === proven.id)).toMatchObject({
        firstName: 'Cleopatra',
        staffLevel: 'supervisor',
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

    it('are added by supervisors alone', async () => {
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

  it('always have a supervisor', async () => {
    const last = { status: 409, code: 'last_supervisor' }
    const inesAs = (staffLevel: 'desk' | 'supervisor') =>
      desk.send(api.staff.change, {
        customerId: ines.id,
        firstName: 'Ines',
        lastName: 'Ward',
        staffLevel,
      })
    expect(await refusal(inesAs('desk'))).toMatchObject(last)
    expect(await refusal(desk.send(api.staff.remove, { customerId: ines.id }))).toMatchObject(last)
    expect((await inesAs('supervisor'))[0]?.lastName).toBe('Ward')
    await samAs('supervisor')
    await inesAs('desk')
    expect((await refusal(desk.send(api.staff.list, {}))).status).toBe(403)
  })

  it('are those of the own operator, and no customers', async () => {
    const elsewhere = await anOperator(db, { slug: 'other' })
    const otto = await aCustomer(db, elsewhere.id, { role: 'staff' })
    const customer = await aCustomer(db, operatorId)
    for (const { id: customerId } of [otto, customer]) {
      const change = { customerId, firstName: 'X', lastName: 'Y', staffLevel: 'desk' } as const
      expect((await refusal(desk.send(api.staff.change, change))).status).toBe(404)
      expect((await refusal(desk.send(api.staff.remove, { customerId }))).status).toBe(404)
    }
  })
})
