import { beforeEach, expect, it } from 'vitest'
import { aClassToAttend } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend

beforeEach(async () => {
  evening = await aClassToAttend()
})

const alerts = () => evening.desk.send(api.operations.alerts, { venue: evening.venue.slug })

it('a venue has nothing to see to on a quiet day', async () => {
  expect(await alerts()).toMatchObject({
    cashDue: { count: 0 },
    tillsLeftOpen: [],
    hirerPapers: [],
    documents: 0,
    failing: [],
  })
  expect(await refusal(evening.desk.send(api.operations.alerts, { venue: 'elsewhere' }))).toMatchObject({
    status: 404,
  })
})

it('a till left open since another day, a document, and mail that waits are said', async () => {
  const { db, operator, venue, staff, ann } = evening
  const { id: tillId } = await db
    .insertInto('till')
    .values({ venueId: venue.id, slug: 'till-9', name: 'Reception 9' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('tillSession')
    .values({
      tillId,
      floatAmount: 5000,
      openedAt: new Date('2027-03-01T17:00:00Z'),
      openedBy: staff.id,
    })
    .execute()
  await db
    .insertInto('document')
    .values({
      operatorId: operator.id,
      customerId: ann.id,
      documentType: 'student-card',
      fileKey: 'one',
      fileName: 'card.png',
      mediaType: 'image/png',
      size: 10,
      uploadedAt: new Date('2027-03-02T08:00:00Z'),
    })
    .execute()
  await db
    .insertInto('notice')
    .values({
      operatorId: operator.id,
      kind: 'booking_confirmed',
      about: 'order:1',
      recipient: 'ann@example.test',
      data: '{}',
      createdAt: new Date('2027-03-02T08:00:00Z'),
    })
    .execute()
  expect(await alerts()).toMatchObject({
    tillsLeftOpen: [{ id: tillId, name: 'Reception 9', openedOn: '2027-03-01' }],
    documents: 1,
    failing: ['mail'],
  })
})
