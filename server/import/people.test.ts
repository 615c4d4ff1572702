import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { isPassword } from '#server/sessions/passwords.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperatorFolder, small } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { demoLogins } from './demo.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('a first import', () => {
  test('gives people with a password in the files that password, and no one else one', async () => {
    await folder.load()
    const people = await folder.db
      .selectFrom('customer')
      .select(['reference', 'passwordHash', 'role'])
      .orderBy('reference')
      .execute()
    expect(await isPassword(people[0]?.passwordHash, 'a-good-password')).toBe(true)
    expect(people[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(people.slice(1)).toMatchObject([
      { reference: 'S-2', passwordHash: null, role: 'customer' },
      { reference: 'S-3', passwordHash: null, role: 'staff' },
    ])
    expect(await demoLogins(folder.path)).toEqual([
      { who: 'a parent', email: 'ann@example.test', password: 'a-good-password' },
    ])
    const linked = await folder.db.selectFrom('linkedCustomer').selectAll().execute()
    expect(linked).toMatchObject([{ relation: 'child' }])
  })

  test('has the language that the files say, which is one that we have words in, and else none', async () => {
    const people = small['people.json'] as object[]
    await folder.load({ 'people.json': [{ ...people[0], language: 'en' }, ...people.slice(1)] })
    const found = await folder.db
      .selectFrom('customer')
      .select(['reference', 'language'])
      .where('reference', 'in', ['S-1', 'S-3'])
      .orderBy('reference')
      .execute()
    expect(found).toEqual([
      { reference: 'S-1', language: operatorMessages().format.language },
      { reference: 'S-3', language: null },
    ])
    const unknown = folder.load({ 'people.json': [{ ...people[0], language: 'xx' }, ...people.slice(1)] })
    await expect(unknown).rejects.toThrow(/people\.json.*language/)
  })
})

describe('the second import', () => {
  test('leaves people what they changed themselves, their password and their rights', async () => {
    await folder.load()
    await sql`update customer set phone = '01632 960999', password_hash = 'chosen' where reference = 'S-1'`.execute(
      folder.db,
    )
    const people = small['people.json'] as object[]
    const { changes, findings } = await folder.load({
      'people.json': [{ ...people[0], phone: '01632 960000', role: 'staff' }, people[1]!],
    })
    expect(changes).toEqual([])
    expect(findings.map((finding) => finding(operatorMessages()))).toEqual([
      'S-1 is customer and stays so. people.json says desk; change rights at the front desk.',
    ])
    const ann = await folder.db
      .selectFrom('customer')
      .selectAll()
      .where('reference', '=', 'S-1')
      .executeTakeFirstOrThrow()
    expect(ann).toMatchObject({ phone: '01632 960999', passwordHash: 'chosen', role: 'customer' })
  })

  test('leaves staff removed whom a supervisor has removed, and promoted whom they have promoted', async () => {
    const people = small['people.json'] as object[]
    const lee = {
      reference: 'S-5',
      email: 'lee@example.test',
      first_name: 'Lee',
      last_name: 'Example',
      role: 'staff',
    }
    await folder.load({ 'people.json': [...people, lee] })
    await sql`update customer set role = 'customer', staff_level = null where reference = 'S-3'`.execute(
      folder.db,
    )
    await sql`delete from staff_role where customer_id = (select id from customer where reference = 'S-3')`.execute(
      folder.db,
    )
    await sql`update staff_role set role = 'administrator'
      where customer_id = (select id from customer where reference = 'S-5')`.execute(folder.db)
    await folder.load({ 'people.json': [...people, { ...lee, phone: '01632 960001' }] })
    expect(
      await folder.db
        .selectFrom('customer')
        .leftJoin('staffRole', 'staffRole.customerId', 'customer.id')
        .select(['reference', 'customer.role', 'staffRole.role as given'])
        .where('reference', 'in', ['S-3', 'S-5'])
        .orderBy('reference')
        .execute(),
    ).toEqual([
      { reference: 'S-3', role: 'customer', given: null },
      { reference: 'S-5', role: 'staff', given: 'administrator' },
    ])
  })

  test('refuses new people with the address of a customer, and names that customer', async () => {
    await folder.load()
    const { reference } = await aCustomer(
      folder.db,
      (await folder.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()).id,
      { email: 'cy@example.test' },
    )
    const people = small['people.json'] as object[]
    const cy = { reference: 'S-9', email: 'cy@example.test', first_name: 'Cy', last_name: 'Example' }
    expect(await folder.refused({ 'people.json': [...people, cy] })).toEqual([
      `people.json, email "cy@example.test": cy@example.test belongs to customer ${reference}. Use that reference, or another address.`,
    ])
    await folder.load({ 'people.json': [...people, { ...cy, reference }] })
  })

  test('does not link a child again who has taken over the account', async () => {
    await folder.load()
    await sql`update customer set email = 'bo@example.test' where reference = 'S-2'`.execute(folder.db)
    await sql`delete from linked_customer`.execute(folder.db)
    const [ann, desk] = small['people.json'] as { children: object[] }[]
    const cy = { reference: 'S-4', first_name: 'Cy', last_name: 'Example', date_of_birth: '2020-01-01' }
    await folder.load({ 'people.json': [{ ...ann, children: [...(ann?.children ?? []), cy] }, desk!] })
    const linked = await folder.db
      .selectFrom('linkedCustomer')
      .innerJoin('customer', 'customer.id', 'linkedCustomer.linkedId')
      .select('reference')
      .execute()
    expect(linked).toEqual([{ reference: 'S-4' }])
  })
})
