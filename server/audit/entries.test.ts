import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Sent } from '#contract/endpoint.ts'
import type * as contract from '#contract/index.ts'
import { recordProgram } from '#server/platform/audit.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import type { Database } from '#server/platform/database.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')

let db: Database
let app: TestApp
let operatorId: number
let ann: { id: number }
let sam: { id: number }
let desk: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  operatorId = (await anOperator(db)).id
  ann = await aCustomer(db, operatorId, { email: 'ann@example.test', firstName: 'Ann', lastName: 'Ash' })
  sam = await aCustomer(db, operatorId, {
    role: 'staff',
    staffLevel: 'supervisor',
    firstName: 'Sam',
    lastName: 'Sash',
  })
  desk = app.browser({ site: 'desk' })
  await desk.logIn(sam.id)
})

const read = async (query: Sent<typeof contract.audit.entries> = {}) =>
  (await desk.send(api.audit.entries, query)).entries

describe('the audit log', () => {
  it('says who did what for whom, with what was before', async () => {
    await desk.send(api.customers.atDesk, { customerId: ann.id })
    await desk.send(api.staff.rename, {
      customerId: (await aCustomer(db, operatorId, { role: 'staff', firstName: 'Cleo', lastName: 'Cobb' }))
        .id,
      firstName: 'Cleo',
      lastName: 'Cole',
    })
    const [changed, opened] = await read()
    expect(opened).toMatchObject({
      at: '2027-02-28T10:00:00Z',
      act: 'customer opened',
      actor: { id: sam.id, name: 'Sam Sash', role: 'staff' },
      customer: { id: ann.id, name: 'Ann Ash', role: 'customer' },
    })
    expect(changed).toMatchObject({ act: 'staff changed', actor: { name: 'Sam Sash' } })
    expect(changed?.facts).toContainEqual({ name: 'lastName', before: 'Cobb', value: 'Cole' })
  })

  it('has what a program of the operator did, and nothing of another operator', async () => {
    const other = await anOperator(db, { slug: 'other' })
    const record = (operator: number) =>
      recordProgram(
        db,
        operator,
        {
          act: 'all values of the files taken',
          subject: `operator:${operator}`,
          detail: { reason: 'New season' },
        },
        now,
      )
    await record(other.id)
    await record(operatorId)
    expect(await read()).toMatchObject([
      {
        actor: null,
        customer: null,
        subject: `operator:${operatorId}`,
        facts: [{ name: 'reason', before: null, value: 'New season' }],
      },
    ])
  })

  it('is read by act, person and day, a page at a time', async () => {
    const insert = (act: string, count: number, at: string) =>
      sql`insert into audit_entry (operator_id, at, actor_id, for_customer_id, act)
        select ${operatorId}, ${at}::timestamptz, ${sam.id}, ${ann.id}, ${act}
        from generate_series(1, ${count}::int)`.execute(db)
    await insert('checked in', 60, '2027-02-20T10:00:00Z')
    await insert('booking refunded', 2, '2027-02-21T00:00:00Z')
    const first = await desk.send(api.audit.entries, { act: 'checked in' })
    expect(first.entries).toHaveLength(50)
    const rest = await desk.send(api.audit.entries, { act: 'checked in', before: first.nextBefore ?? 0 })
    expect([rest.entries.length, rest.nextBefore]).toEqual([10, null])
    expect((await desk.send(api.audit.entries, { most: 1000 })).entries).toHaveLength(62)
    expect(await read({ from: '2027-02-21', until: '2027-02-21' })).toHaveLength(2)
    expect(await read({ from: '2027-02-22' })).toHaveLength(0)
    for (const person of ['ann@example.test', 'ash', 'sash'])
      expect(await read({ person, act: 'booking refunded' })).toHaveLength(2)
    expect(await read({ person: 'nobody@example.test' })).toHaveLength(0)
  })

  it('is for supervisors of the operator alone', async () => {
    const clerk = app.browser({ site: 'desk' })
    await clerk.logIn((await aCustomer(db, operatorId, { role: 'staff' })).id)
    expect((await refusal(clerk.send(api.audit.entries, {}))).status).toBe(403)
    const customer = app.browser()
    await customer.logIn(ann.id)
    expect((await refusal(customer.send(api.audit.entries, {}))).status).toBe(403)
    expect((await refusal(app.browser().send(api.audit.entries, {}))).status).toBe(401)
  })
})
