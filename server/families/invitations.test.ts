import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'

type Person = { id: number; browser: TestBrowser }

let db: Database
let centre: Centre
let ravi: Person
let leela: Person

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  ravi = await centre.customer({ firstName: 'Ravi', lastName: 'Pendale' })
  leela = await centre.customer({ firstName: 'Leela', lastName: 'Pendale', email: 'leela@example.test' })
  await aChildOf(db, centre.operatorId, ravi.id, { firstName: 'Anya' })
})

const household = async ({ browser }: Person) =>
  (await browser.send(api.families.mine, {})).map(({ firstName }) => firstName)

const invite = (from: Person, email: string, personId?: number) =>
  from.browser.send(api.families.invite, { email, ...(personId === undefined ? {} : { personId }) })

/** The code of the latest link that was sent. */
const sentCode = async (): Promise<string> => {
  const { data } = await db
    .selectFrom('notice')
    .select('data')
    .where('kind', '=', 'family_invitation')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return (data as { code: string }).code
}

const accept = async (person: Person, code: string) =>
  person.browser.send(api.families.acceptInvitation, { code })

describe('an invitation to share a household', () => {
  it('lets both see and book for each other and for the children of both, also for those added later', async () => {
    await aChildOf(db, centre.operatorId, leela.id, { firstName: 'Kit' })
    await invite(ravi, 'leela@example.test')
    const code = await sentCode()
    const visitor = centre.app.browser()
    expect(await visitor.send(api.families.readInvitation, { code })).toEqual({
      inviterName: 'Ravi Pendale',
      email: 'leela@example.test',
      person: null,
    })
    await accept(leela, code)
    expect(await household(leela)).toEqual(['Leela', 'Ravi', 'Anya', 'Kit'])
    expect(await household(ravi)).toEqual(['Ravi', 'Leela', 'Anya', 'Kit'])
    const { data } = await leela.browser.send(api.sessions.user, {})
    expect(data.linkedUsers.map(({ firstName }) => firstName)).toEqual(['Ravi', 'Anya', 'Kit'])

    await ravi.browser.send(api.families.addChild, {
      firstName: 'Juno',
      lastName: 'Pendale',
      dateOfBirth: '2019-01-01',
    })
    expect(await household(leela)).toContain('Juno')
  })

  it('works once, and not for the person who sent it', async () => {
    await invite(ravi, 'leela@example.test')
    const code = await sentCode()
    expect(await refusalOf(accept(ravi, code))).toMatchObject({ status: 422 })
    await accept(leela, code)
    const other = await centre.customer()
    expect(await refusalOf(accept(other, code))).toMatchObject({ status: 410, code: 'token_expired' })
    expect(await household(other)).not.toContain('Ravi')
  })

  it('is accepted by the account alone whose proved address was invited', async () => {
    await invite(ravi, 'leela@example.test')
    const code = await sentCode()
    const eve = await centre.customer({ email: 'eve@example.test' })
    expect(await refusalOf(accept(eve, code))).toMatchObject({ status: 403, code: 'email_differs' })
    await db.updateTable('customer').set({ emailVerifiedAt: null }).where('id', '=', leela.id).execute()
    expect(await refusalOf(accept(leela, code))).toMatchObject({ status: 403, code: 'email_unverified' })
    expect(await household(eve)).not.toContain('Ravi')
    await db.updateTable('customer').set({ emailVerifiedAt: new Date() }).where('id', '=', leela.id).execute()
    await accept(leela, code)
    expect(await household(leela)).toContain('Ravi')
  })

  it('can be taken back before it is accepted, is replaced by the next, and ends after a week', async () => {
    const { id } = await invite(ravi, 'leela@example.test')
    const first = await sentCode()
    await invite(ravi, 'LEELA@example.test')
    expect(await refusalOf(accept(leela, first))).toMatchObject({ status: 410 })
    const [open] = await ravi.browser.send(api.families.invitations, {})
    expect(open).toMatchObject({ email: 'leela@example.test', person: null })
    const withdraw = (browser: TestBrowser, invitationId: number) =>
      browser.send(api.families.withdrawInvitation, { invitationId })
    expect(await refusalOf(withdraw(ravi.browser, id))).toMatchObject({ status: 404 })
    expect(await refusalOf(withdraw(leela.browser, open?.id ?? 0))).toMatchObject({ status: 404 })
    expect(await withdraw(ravi.browser, open?.id ?? 0)).toEqual([])
    expect(await refusalOf(accept(leela, await sentCode()))).toMatchObject({ status: 410 })

    await invite(ravi, 'leela@example.test')
    centre.app.clock.forward(7 * 24 * 3_600_000)
    await leela.browser.logIn(leela.id)
    expect(await refusalOf(accept(leela, await sentCode()))).toMatchObject({ status: 410 })
  })

  it('is ended by either, who then sees nothing of the other any more; each keeps their own children', async () => {
    await aChildOf(db, centre.operatorId, leela.id, { firstName: 'Kit' })
    await invite(ravi, 'leela@example.test')
    await accept(leela, await sentCode())
    await leela.browser.send(api.families.remove, { personId: ravi.id })
    expect(await household(ravi)).toEqual(['Ravi', 'Anya'])
    expect(await household(leela)).toEqual(['Leela', 'Kit'])
  })
})

describe('who has accepted an invitation', () => {
  const person = async (of: Person, firstName: string) =>
    (await of.browser.send(api.families.mine, {})).find((one) => one.firstName === firstName)
  const personIdOf = async (of: Person, firstName: string) => (await person(of, firstName))?.id ?? 0
  const notes = { medicalNotes: 'Nuts', emergencyContactName: 'Gran', emergencyContactPhone: '01234 567890' }
  const confirm = async (by: Person, firstName: string) =>
    by.browser.send(api.families.confirm, { personId: await personIdOf(by, firstName) })

  beforeEach(async () => {
    const kit = await aChildOf(db, centre.operatorId, leela.id, { firstName: 'Kit' })
    for (const id of [ravi.id, leela.id, await personIdOf(ravi, 'Anya'), kit.id])
      await db.updateTable('customer').set(notes).where('id', '=', id).execute()
    await invite(ravi, 'leela@example.test')
    await accept(leela, await sentCode())
  })

  it('books at once, and sees no health details before the inviter has confirmed them, nor does the inviter', async () => {
    const hidden = {
      healthShared: false,
      medicalNotes: '',
      emergencyContactName: '',
      emergencyContactPhone: '',
      waivers: [],
      proofs: [],
    }
    for (const name of ['Ravi', 'Anya']) expect(await person(leela, name)).toMatchObject(hidden)
    for (const name of ['Leela', 'Kit']) expect(await person(ravi, name)).toMatchObject(hidden)
    await ravi.browser.send(api.families.addChild, {
      firstName: 'Juno',
      lastName: 'Pendale',
      dateOfBirth: '2019-01-01',
    })
    expect(await person(leela, 'Juno')).toMatchObject(hidden)
    for (const [of, name] of [
      [leela, 'Kit'],
      [leela, 'Leela'],
      [ravi, 'Anya'],
    ] as const)
      expect(await person(of, name)).toMatchObject({ ...notes, healthShared: true })
    const { data } = await leela.browser.send(api.sessions.user, {})
    expect(data.linkedUsers.map(({ firstName }) => firstName)).toContain('Anya')

    expect((await person(ravi, 'Leela'))?.acceptedWith).toBe('leela@example.test')
    expect((await person(leela, 'Ravi'))?.acceptedWith).toBeNull()
    const confirmed = await confirm(ravi, 'Leela')
    expect(confirmed.find(({ firstName }) => firstName === 'Kit')).toMatchObject({
      ...notes,
      healthShared: true,
    })
    expect(await person(ravi, 'Leela')).toMatchObject({ ...notes, acceptedWith: null })
    for (const name of ['Ravi', 'Anya'])
      expect(await person(leela, name)).toMatchObject({ ...notes, healthShared: true })
  })

  it('is confirmed once, by the inviter alone', async () => {
    expect(await refusalOf(confirm(leela, 'Ravi'))).toMatchObject({ status: 404 })
    expect(await refusalOf(confirm(ravi, 'Anya'))).toMatchObject({ status: 404 })
    await confirm(ravi, 'Leela')
    expect(await refusalOf(confirm(ravi, 'Leela'))).toMatchObject({ status: 404 })
    expect(await sentMessages(db, centre.app, 'family_confirmed')).toMatchObject([
      {
        recipient: 'leela@example.test',
        subject: "Ravi has confirmed you: you're in the family",
      },
    ])
  })

  it('neither writes over notes that they do not see nor hands the person over', async () => {
    const personId = await personIdOf(leela, 'Anya')
    const change = { personId, medicalNotes: '', emergencyContactName: '', emergencyContactPhone: '' }
    expect(await refusalOf(leela.browser.send(api.families.change, change))).toMatchObject({
      status: 409,
      code: 'not_confirmed',
    })
    const handOver = invite(leela, 'anya@example.test', personId)
    expect(await refusalOf(handOver)).toMatchObject({ status: 409, code: 'not_confirmed' })
    await confirm(ravi, 'Leela')
    await leela.browser.send(api.families.change, { ...change, medicalNotes: 'Nuts and eggs' })
    expect(await person(ravi, 'Anya')).toMatchObject({ medicalNotes: 'Nuts and eggs' })
  })

  it('is nobody of the family any more when the inviter says that it is someone else', async () => {
    await ravi.browser.send(api.families.remove, { personId: leela.id })
    expect(await household(leela)).toEqual(['Leela', 'Kit'])
    expect(await household(ravi)).toEqual(['Ravi', 'Anya'])
  })

  it('waits for the inviter, who is told by e-mail each time', async () => {
    await ravi.browser.send(api.families.remove, { personId: leela.id })
    await invite(ravi, 'leela@example.test')
    await accept(leela, await sentCode())
    const sent = await db
      .selectFrom('notice')
      .select(['recipient', 'data'])
      .where('kind', '=', 'family_joined')
      .execute()
    const { email } = await db
      .selectFrom('customer')
      .select('email')
      .where('id', '=', ravi.id)
      .executeTakeFirstOrThrow()
    const message = { recipient: email, data: { memberName: 'Leela Pendale', address: 'leela@example.test' } }
    expect(sent).toMatchObject([message, message])
  })
})

describe('taking over an account of one’s own', () => {
  const aTeenager = () =>
    aChildOf(db, centre.operatorId, ravi.id, { firstName: 'Mina', dateOfBirth: '2010-06-01' })

  it('gives a person of 16 their own log-in, and ends what others manage for them', async () => {
    const mina = await aTeenager()
    await invite(ravi, 'leela@example.test')
    await accept(leela, await sentCode())
    await invite(ravi, 'mina@example.test', mina.id)
    const code = await sentCode()
    const browser = centre.app.browser()
    const weak = browser.send(api.families.takeOver, { code, password: 'mina@example.test' })
    expect(await refusalOf(weak)).toMatchObject({ status: 422 })
    const { user } = await browser.send(api.families.takeOver, { code, password: 'a long enough sentence' })
    const notified = await sentMessages(db, centre.app, 'account_taken_over')
    expect(notified).toMatchObject([
      { subject: expect.stringMatching(/^\S+ has their own account now$/) as string },
    ])
    expect(user).toMatchObject({ id: mina.id, firstName: 'Mina', email: 'mina@example.test' })
    expect(await household({ id: mina.id, browser })).toEqual(['Mina'])
    expect(await household(ravi)).not.toContain('Mina')
    expect(await household(leela)).not.toContain('Mina')
    const again = centre.app
      .browser()
      .send(api.families.takeOver, { code, password: 'another long sentence' })
    expect(await refusalOf(again)).toMatchObject({ status: 410 })
    const login = { username: 'mina@example.test', password: 'a long enough sentence' }
    expect((await centre.app.browser().send(api.sessions.login, login)).user.id).toBe(mina.id)
  })

  it('is for nobody under 16, for nobody with an account, and never with an address that is taken', async () => {
    const mina = await aTeenager()
    const child = (await ravi.browser.send(api.families.mine, {})).find(
      ({ firstName }) => firstName === 'Anya',
    )
    const { email } = await db
      .selectFrom('customer')
      .select('email')
      .where('id', '=', leela.id)
      .executeTakeFirstOrThrow()
    const refusedWith = async (refusable: Promise<unknown>) => (await refusalOf(refusable)).validationMessages
    expect(await refusedWith(invite(ravi, 'anya@example.test', child?.id))).toEqual({
      email: ['Anya can have an account from the age of 16.'],
    })
    expect(await refusedWith(invite(ravi, email, mina.id))).toEqual({
      email: ['There is an account with this address already.'],
    })
    expect(await refusalOf(invite(leela, 'mina@example.test', mina.id))).toMatchObject({ status: 404 })
    await invite(ravi, 'mina@example.test', mina.id)
    expect(await refusalOf(accept(leela, await sentCode()))).toMatchObject({ status: 410 })
  })

  it('is not for a partner who logs in by a link, without a password', async () => {
    await invite(ravi, 'leela@example.test')
    await accept(leela, await sentCode())
    await ravi.browser.send(api.families.confirm, { personId: leela.id })
    const partner = (await ravi.browser.send(api.families.mine, {})).find(({ id }) => id === leela.id)
    expect(partner).toMatchObject({ hasLogin: true, mayTakeOver: false })
    expect((await refusalOf(invite(ravi, 'mine@example.test', leela.id))).validationMessages).toEqual({
      email: ['Leela has an account already.'],
    })
    const change = { medicalNotes: 'None', emergencyContactName: '', emergencyContactPhone: '' }
    const changed = ravi.browser.send(api.families.change, { personId: leela.id, ...change })
    expect(await refusalOf(changed)).toMatchObject({ status: 404 })
  })

  it('is over for somebody who has got a log-in in another way meanwhile', async () => {
    const mina = await aTeenager()
    await invite(ravi, 'mina@example.test', mina.id)
    const code = await sentCode()
    await db.updateTable('customer').set({ email: 'mina@school.example' }).where('id', '=', mina.id).execute()
    const taking = centre.app
      .browser()
      .send(api.families.takeOver, { code, password: 'a long enough sentence' })
    expect(await refusalOf(taking)).toMatchObject({ status: 410 })
  })
})
