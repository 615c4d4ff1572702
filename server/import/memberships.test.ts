import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { listMemberships } from '#server/memberships/list.ts'
import { loadWallets } from '#server/pricing/price.ts'
import { anOperatorFolder, small } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('memberships and packages', () => {
  const sold: Files = {
    'terms.json': [
      { slug: 'rules', name: 'Rules', html: '<p>Be kind.</p>' },
      { slug: 'joining', name: 'Joining', html: '<p>A month.</p>', for: 'membership' },
    ],
    'memberships.json': [
      {
        slug: 'gold',
        name: 'Gold',
        price: '42.00',
        terms: ['joining'],
        benefits: [
          {
            slug: 'classes',
            name: 'Gold classes',
            allowance: { uses: 3, per: 'week' },
            activities: ['fitness'],
          },
          { slug: 'courts', name: 'Gold courts', percent_off: 20, activities: ['badminton'] },
          { slug: 'rest', name: 'The rest', price: '1.00' },
        ],
      },
    ],
    'packages.json': [{ slug: 'ten', name: 'Ten swims', uses: 10, valid_days: 180, activities: ['swim'] }],
    'people.json': [
      {
        reference: 'S-1',
        email: 'ann@example.test',
        first_name: 'Ann',
        last_name: 'Example',
        children: [{ reference: 'S-2', first_name: 'Bo', last_name: 'Example' }],
        memberships: [
          { reference: 'GM-1', plan: 'gold', venue: 'centre', starts_on: '-10d', members: ['S-1', 'S-2'] },
        ],
        packages: [{ reference: 'QP-1', package: 'ten', bought_on: '-40d', used_on: ['-30d', '-9d'] }],
      },
    ],
  }

  test('are for the activities under a heading, and for who is said to have them', async () => {
    await folder.load(sold)
    const { rows: coveredActivities } = await sql<{ slug: string; kind: string; activities: string[] }>`
      select b.slug, b.kind, array(select a.slug from benefit_activity ba join activity a on a.id = ba.activity_id
        where ba.benefit_id = b.id order by a.slug) as activities
      from benefit b order by b.position`.execute(folder.db)
    expect(coveredActivities).toEqual([
      { slug: 'classes', kind: 'free', activities: ['aqua', 'yoga'] },
      { slug: 'courts', kind: 'percent', activities: ['badminton'] },
      { slug: 'rest', kind: 'fixed', activities: [] },
    ])
    const { rows: members } = await sql<{ reference: string; member: string; startsOn: string }>`
      select m.reference, c.reference as member, m.starts_on from membership m
      join membership_member mm on mm.membership_id = m.id join customer c on c.id = mm.customer_id
      order by c.reference`.execute(folder.db)
    expect(members.map(({ member, startsOn }) => [member, startsOn])).toEqual([
      ['S-1', '2027-02-19'],
      ['S-2', '2027-02-19'],
    ])
    expect(
      await folder.db.selectFrom('package').select(['totalUses', 'usesLeft', 'expiresOn']).execute(),
    ).toEqual([{ totalUses: 10, usesLeft: 8, expiresOn: '2027-07-19' }])
    expect(
      await folder.db.selectFrom('packageUse').select(['state', 'usedOn']).orderBy('usedOn').execute(),
    ).toEqual([
      { state: 'used', usedOn: '2027-01-30' },
      { state: 'used', usedOn: '2027-02-20' },
    ])
    expect(await folder.load(sold)).toMatchObject({ changes: [] })
  })

  test('are no longer for a member whom the files have taken off, until they have them again', async () => {
    await folder.load(sold)
    const [ann] = sold['people.json'] as [{ memberships: [object] }]
    const withMembers = (...members: string[]): Files => ({
      ...sold,
      'people.json': [{ ...ann, memberships: [{ ...ann.memberships[0], members }] }],
    })
    const bo = await folder.db
      .selectFrom('customer')
      .select('id')
      .where('reference', '=', 'S-2')
      .executeTakeFirstOrThrow()
    const ofBo = async () => {
      const now = new Date('2027-03-01T12:00:00Z')
      const yoga = { activityId: 0, day: '2027-03-02' }
      const wallets = await loadWallets(folder.db, [bo.id], [yoga], now)
      const listed = await listMemberships(folder.db, bo.id, now)
      return [wallets.get(bo.id)?.members.map(({ id }) => id), listed.map(({ reference }) => reference)]
    }
    const before = await ofBo()
    expect(before).toEqual([[expect.any(Number)], ['GM-1']])
    const { changes } = await folder.load(withMembers('S-1'))
    expect(changes).toEqual([{ what: 'members of memberships', which: '1', how: 'changed' }])
    expect(await ofBo()).toEqual([[], []])
    await folder.load(withMembers('S-1', 'S-2'))
    expect(await ofBo()).toEqual(before)
  })

  test('payments that failed before and joinings left unfinished are there once, and what is frozen stays so', async () => {
    const person = (reference: string, more: object) => ({
      reference,
      email: `${reference.toLowerCase()}@example.test`,
      first_name: 'Ann',
      last_name: 'Example',
      ...more,
    })
    const held = { plan: 'gold', venue: 'centre', starts_on: '-60d' }
    const files: Files = {
      ...sold,
      'operator.json': { ...(small['operator.json'] as object), online_joining: true },
      'venues.json': (small['venues.json'] as object[]).map((venue) => ({ ...venue, online_joining: true })),
      'people.json': [
        person('S-1', {
          memberships: [{ ...held, reference: 'A', failed_payment: { period_from: '-4d', again_on: '+3d' } }],
        }),
        person('S-2', {
          memberships: [{ ...held, reference: 'B', failed_payment: { period_from: '-9d' } }],
          joining: { plan: 'gold', venue: 'centre' },
        }),
      ],
    }
    await folder.load(files)
    const state = async () => ({
      collections: await folder.db
        .selectFrom('membershipCollection as c')
        .innerJoin('membership as m', 'm.id', 'c.membershipId')
        .select(['m.reference', 'm.status', 'c.state', 'c.dueOn', 'c.amount'])
        .orderBy('m.reference')
        .execute(),
      penalties: await folder.db.selectFrom('penalty').select(['amount', 'status']).execute(),
      joinings: await folder.db.selectFrom('joining').select(['status', 'price']).execute(),
    })
    const expected = {
      collections: [
        { reference: 'A', status: 'active', state: 'waiting', dueOn: '2027-03-04', amount: 4200 },
        { reference: 'B', status: 'frozen', state: 'failed', dueOn: '2027-02-20', amount: 4200 },
      ],
      penalties: [{ amount: 4200, status: 'outstanding' }],
      joinings: [{ status: 'awaiting_payment', price: 4200 }],
    }
    expect(await state()).toEqual(expected)
    expect(await folder.load(files)).toMatchObject({ changes: [] })
    expect(await state()).toEqual(expected)
  })

  test('stay as far used as they are when the files are loaded again, and are withdrawn', async () => {
    await folder.load(sold)
    await folder.db.updateTable('package').set({ usesLeft: 5 }).execute()
    await folder.load({
      ...sold,
      'memberships.json': [],
      'packages.json': sold['packages.json'] ?? [],
      'people.json': [],
    })
    expect(await folder.db.selectFrom('package').select('usesLeft').execute()).toEqual([{ usesLeft: 5 }])
    expect(await folder.db.selectFrom('membershipPlan').select('withdrawn').execute()).toEqual([
      { withdrawn: true },
    ])
    expect(await folder.db.selectFrom('membership').select('reference').execute()).toEqual([
      { reference: 'GM-1' },
    ])
  })

  test('keep the benefits of a plan that is sold no more, for those who pay for it', async () => {
    const withdrawn = () =>
      folder.db.selectFrom('benefit').select(['slug', 'withdrawn']).orderBy('position').execute()
    await folder.load(sold)
    const [gold] = sold['memberships.json'] as [{ benefits: object[] }]
    await folder.load({ ...sold, 'memberships.json': [{ ...gold, benefits: gold.benefits.slice(0, 2) }] })
    const left = [
      { slug: 'classes', withdrawn: false },
      { slug: 'courts', withdrawn: false },
      { slug: 'rest', withdrawn: true },
    ]
    expect(await withdrawn()).toEqual(left)
    await folder.load({ ...sold, 'memberships.json': [], 'people.json': [] })
    expect(await withdrawn()).toEqual(left)
    await folder.load(sold)
    expect(await withdrawn()).toEqual(left.map((benefit) => ({ ...benefit, withdrawn: false })))
  })

  test('leave a membership alone that is collected here, whatever the files say of it', async () => {
    await folder.load(sold)
    const change = { collectedHere: true, nextBillingOn: '2027-04-01', endsOn: '2027-06-30' }
    await folder.db.updateTable('membership').set(change).execute()
    const [ann] = sold['people.json'] as [{ memberships: [object] }]
    const files = { ...ann, memberships: [{ ...ann.memberships[0], members: ['S-1'], frozen_from: '+3d' }] }
    expect(await folder.load({ ...sold, 'people.json': [files] })).toMatchObject({ changes: [] })
    expect(
      await folder.db
        .selectFrom('membership')
        .select(['collectedHere', 'nextBillingOn', 'endsOn', 'frozenFrom'])
        .execute(),
    ).toEqual([{ ...change, frozenFrom: null }])
    const left = folder.db.selectFrom('membershipMember').select('id').where('removedAt', 'is not', null)
    expect(await left.execute()).toEqual([])
  })

  test('name only what is there', async () => {
    const [ann] = sold['people.json'] as [Record<string, unknown>]
    const held = (more: object) => ({ 'people.json': [{ ...ann, ...more }] })
    const problems = await folder.refused({
      ...sold,
      ...held({
        memberships: [
          { reference: 'A', plan: 'silver', venue: 'centre', starts_on: 'today', members: ['S-9'] },
          {
            reference: 'A',
            plan: 'gold',
            venue: 'nowhere',
            starts_on: 'today',
            ends_on: '-1d',
            payment_method: 'cash',
          },
          { reference: 'B', plan: 'gold', venue: 'centre', starts_on: 'today', frozen_until: '+3d' },
        ],
        packages: [{ reference: 'C', package: 'five', bought_on: 'today' }],
      }),
    })
    expect(problems.map((problem) => problem.replace(/^people.json line \d+, /, ''))).toEqual([
      'memberships.0.plan "silver": there is no silver in memberships.json.',
      'memberships.0.members: there is no S-9 in people.json.',
      'memberships.1.reference "A": A appears twice.',
      'memberships.1.venue "nowhere": there is no nowhere in the venues.',
      'memberships.1.payment_method "cash": gold can\'t be paid this way.',
      'memberships.1.ends_on "-1d": is before starts_on.',
      'memberships.2.frozen_until "+3d": is not after frozen_from.',
      'packages.0.package "five": there is no five in packages.json.',
    ])
  })
})
