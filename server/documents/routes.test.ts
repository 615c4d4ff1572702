import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aChildOf, aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { hasProof } from './list.ts'
import { notifyExpiringDocuments } from './remind.ts'
import { reviewDocument } from './review.ts'

const now = new Date('2027-03-01T10:00:00Z')
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const pdf = Buffer.from('%PDF-1.7 …')

let db: Database
let folder: string
let operatorId: number
let app: TestApp
let ann: TestBrowser
let annId: number
let annEmail: string

beforeAll(async () => {
  db = (await testDatabase()).db
  folder = await mkdtemp(path.join(os.tmpdir(), 'onside-documents-'))
})
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  await db
    .insertInto('membershipPlan')
    .values({ operatorId, slug: 'student', name: 'Student', price: 1500, documentType: 'student-card' })
    .execute()
  app = testApp(db, { now, settings: { DATA_DIR: folder } })
  ;({ id: annId, email: annEmail } = await aCustomer(db, operatorId))
  ann = app.browser()
  await ann.logIn(annId)
})

const send = (bytes: Buffer, more: Partial<Parameters<typeof body>[1]> = {}, browser = ann) =>
  browser.send(api.documents.add, body(bytes, more))

const body = (
  bytes: Buffer,
  more: { documentType?: string; mediaType?: 'image/png' | 'application/pdf' },
) => ({
  documentType: 'student_card',
  fileName: 'card.png',
  mediaType: 'image/png' as const,
  contentBase64: bytes.toString('base64'),
  ...more,
})

const written = () =>
  db.selectFrom('notice').select(['kind', 'about', 'recipient', 'data']).orderBy('id').execute()

const aStaff = async () => {
  const staff = await aCustomer(db, operatorId, { role: 'staff' })
  const person = {
    id: staff.id,
    operatorId,
    role: 'staff' as const,
    linkedIds: [],
    isVerified: true,
    language: null,
    tokenDigest: Buffer.alloc(32),
  }
  return { id: staff.id, person }
}

/** Reviews a document as staff at the desk. */
const review = async (id: number, body: Parameters<typeof reviewDocument>[3]) => {
  const { person } = await aStaff()
  const operator = { id: operatorId, timezone: 'Europe/London' }
  return reviewDocument(db, { operator, person, isStaff: true } as never, id, body, now)
}

describe('a document', () => {
  it('G08: is uploaded, reviewed, accepted, and valid until its last day', async () => {
    const sent = await send(png)
    expect(sent).toMatchObject({ documentType: 'student_card', name: 'Student card', status: 'in_review' })
    expect(await hasProof(db, annId, 'student-card', '2027-03-01')).toBe(false)
    await review(sent.id, { accepted: true, expiresOn: '2027-03-16' })
    expect(await ann.send(api.documents.mine, {})).toEqual([
      expect.objectContaining({
        id: sent.id,
        status: 'accepted',
        documentExpiringSoon: true,
        daysToExpiry: 15,
        expiresOn: '2027-03-16',
      }),
    ])
    expect(await hasProof(db, annId, 'student_card', '2027-03-16')).toBe(true)
    expect(await hasProof(db, annId, 'student-card', '2027-03-17')).toBe(false)
    app.clock.set(new Date('2027-03-20T10:00:00Z'))
    expect((await ann.send(api.documents.mine, {}))[0]).toMatchObject({ status: 'expired', daysToExpiry: -4 })
  })

  it('is refused with a reason that its owner sees', async () => {
    const { id } = await send(pdf, { mediaType: 'application/pdf' })
    await expect(review(id, { accepted: false, message: ' ' })).rejects.toMatchObject({ code: 'invalid' })
    await review(id, { accepted: false, message: 'The name cannot be read.' })
    expect((await ann.send(api.documents.mine, {}))[0]).toMatchObject({
      status: 'refused',
      message: 'The name cannot be read.',
    })
  })

  it('that is refused is written about to its owner, with the reason', async () => {
    const { id } = await send(pdf, { mediaType: 'application/pdf' })
    await review(id, { accepted: false, message: 'The name cannot be read.' })
    expect(await written()).toEqual([
      {
        kind: 'document_refused',
        about: `document:${id}`,
        recipient: annEmail,
        data: expect.anything() as object,
      },
    ])
    expect((await written())[0]?.data).toMatchObject({
      firstName: 'Ann',
      name: 'Student card',
      reason: 'The name cannot be read.',
    })
  })

  it('of a child is written about to a parent, when it is refused and when it expires', async () => {
    const child = await aChildOf(db, operatorId, annId, { firstName: 'Kit' })
    const ofChild = {
      documentType: 'student-card',
      fileName: 'card.png',
      mediaType: 'image/png',
      size: 1,
    } as const
    const add = async (more: { fileKey: string; status: 'in_review' | 'accepted'; expiresOn?: string }) =>
      db
        .insertInto('document')
        .values({ operatorId, customerId: child.id, uploadedAt: now, ...ofChild, ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
    const accepted = await add({ fileKey: 'accepted', status: 'accepted', expiresOn: '2027-03-16' })
    await notifyExpiringDocuments(db, now)
    const { id } = await add({ fileKey: 'sent', status: 'in_review' })
    await review(id, { accepted: false, message: 'It is blurred.' })
    expect(await written()).toMatchObject([
      { about: `document:${accepted.id}`, recipient: annEmail, data: { firstName: 'Kit', isOfOther: true } },
      { about: `document:${id}`, recipient: annEmail, data: { firstName: 'Kit', isOfOther: true } },
    ])
  })

  it('waits at the desk, where staff accept or refuse it once, hidden from customers', async () => {
    const { id } = await send(png)
    const { id: other } = await send(pdf, { mediaType: 'application/pdf' })
    const desk = app.browser({ site: 'desk' })
    const staff = await aStaff()
    await desk.logIn(staff.id)
    const waiting = await desk.send(api.documents.waiting, {})
    // The second replaces the first.
    expect(waiting).toHaveLength(1)
    expect(waiting).toMatchObject([
      {
        id: other,
        name: 'Student card',
        mediaType: 'application/pdf',
        userId: annId,
        holdsUntil: '2028-02-29',
      },
    ])
    const review = (documentId: number, body: object, browser = desk) =>
      browser.send(api.documents.review, { documentId, accepted: true, ...body })
    expect((await refusal(review(id, { accepted: false, message: ' ' }))).validationMessages).toEqual({
      message: ['Give a reason, so the customer knows what to upload instead.'],
    })
    expect((await refusal(review(id, { expiresOn: '2027-02-28' }))).validationMessages).toHaveProperty(
      'expires_on',
    )
    expect(await review(id, { expiresOn: '2027-09-30' })).toMatchObject({
      status: 'accepted',
      expiresOn: '2027-09-30',
    })
    expect(await refusal(review(id, {}))).toMatchObject({ status: 409, code: 'already_reviewed' })
    expect(await review(other, { accepted: false, message: 'It is blurred.' })).toMatchObject({
      status: 'refused',
      message: 'It is blurred.',
    })
    expect(await desk.send(api.documents.waiting, {})).toEqual([])
    expect((await refusal(review(999_999, {}))).status).toBe(404)
    expect((await refusal(ann.send(api.documents.waiting, {}))).code).toBe('forbidden')
    expect((await refusal(review(other, {}, ann))).code).toBe('forbidden')
    expect((await refusal(app.browser().send(api.documents.waiting, {}))).code).toBe('logged_out')
    const acts = await db
      .selectFrom('auditEntry')
      .select(['actorId', 'forCustomerId', 'act'])
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { actorId: staff.id, forCustomerId: annId, act: 'document accepted' },
      { actorId: staff.id, forCustomerId: annId, act: 'document refused' },
    ])
  })

  it('has the type of its content, whatever its name', async () => {
    const script = Buffer.from('<script>alert(1)</script>')
    expect(await refusal(send(script))).toMatchObject({
      status: 422,
      validationMessages: { media_type: [expect.any(String)] },
    })
    expect(await refusal(send(Buffer.alloc(0)))).toMatchObject({ status: 422 })
    expect(await refusal(send(png, { documentType: 'bus_pass' }))).toMatchObject({
      validationMessages: { document_type: ["We don't need a document of this type."] },
    })
    const large = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])
    expect(await refusal(send(large))).toMatchObject({ status: 413, code: 'too_large' })
    const larger = Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)])
    expect(await refusal(send(larger))).toMatchObject({ status: 413, code: 'too_large' })
  })

  it("can be read by its owner and the operator's staff only", async () => {
    const other = await anOperator(db, { slug: 'other' })
    const { id } = await send(png)
    const address = `/api/my-account/documents/${id}/file`
    const mine = await ann.fetch(address)
    expect(Buffer.from(await mine.arrayBuffer())).toEqual(png)
    expect(mine.headers.get('content-type')).toBe('image/png')
    expect(mine.headers.get('cache-control')).toBe('no-store')
    expect(mine.headers.get('x-content-type-options')).toBe('nosniff')
    expect(mine.headers.get('content-security-policy')).toContain('sandbox')
    const ben = app.browser()
    await ben.logIn((await aCustomer(db, operatorId)).id)
    const desk = app.browser()
    await desk.logIn((await aStaff()).id)
    const theirDesk = app.browser({ headers: { 'client-domain-identifier': 'other' } })
    await theirDesk.logIn((await aCustomer(db, other.id, { role: 'staff' })).id)
    expect((await theirDesk.send(api.sessions.user, {})).data.role).toBe('staff')
    const statuses = await Promise.all(
      [app.browser(), ben, desk, theirDesk].map(async (one) => (await one.fetch(address)).status),
    )
    expect(statuses).toEqual([404, 404, 200, 404])
    expect((await ann.fetch('/api/my-account/documents/x/file')).status).toBe(404)
  })

  it('G02: is accepted at once as a photo, replaces the one before and is never a PDF', async () => {
    expect((await ann.send(api.customers.details, {})).profilePhoto).toBeNull()
    const first = await send(png, { documentType: 'profile_photo' })
    const second = await send(png, { documentType: 'profile_photo' })
    expect(second.status).toBe('accepted')
    const { profilePhoto } = await ann.send(api.customers.details, {})
    expect(profilePhoto).toContain(`/api/my-account/documents/${second.id}/file`)
    expect((await ann.send(api.sessions.user, {})).data.profilePhoto).toBe(profilePhoto)
    expect((await ann.fetch(`/api/my-account/documents/${first.id}/file`)).status).toBe(404)
    expect((await ann.fetch(new URL(profilePhoto ?? '').pathname)).status).toBe(200)
    expect(await ann.send(api.documents.mine, {})).toEqual([])
    expect(await refusal(send(pdf, { documentType: 'profile_photo' }))).toMatchObject({ status: 422 })
  })

  it('requires a login', async () => {
    expect(await refusal(send(png, {}, app.browser()))).toMatchObject({ status: 401 })
    expect(await refusal(app.browser().send(api.documents.mine, {}))).toMatchObject({ status: 401 })
  })

  it('is announced once when it expires, and not when a newer one exists', async () => {
    const { id } = await send(png)
    await review(id, { accepted: true, expiresOn: '2027-03-16' })
    await notifyExpiringDocuments(db, now)
    await notifyExpiringDocuments(db, now)
    expect((await written()).map(({ kind }) => kind)).toEqual(['document_accepted', 'document_expiring'])
    const { id: other } = await send(png)
    await review(other, { accepted: true, expiresOn: '2027-03-20' })
    await send(png)
    await notifyExpiringDocuments(db, now)
    expect((await written()).filter(({ kind }) => kind === 'document_expiring')).toHaveLength(1)
  })
})
