import { beforeEach, describe, expect, test } from 'vitest'
import type { FacilityUse, Slot } from '#contract/openactive.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { aHall, dataOf, feed, openFeeds, site } from '#test/support/feeds.ts'
import type { Feeds } from '#test/support/feeds.ts'
import { failuresOf } from '#test/support/partners.ts'

let feeds: Feeds

beforeEach(async () => {
  feeds = await openFeeds()
})

describe('the address of an item', () => {
  test('leads to its data, and that of a court to the court', async () => {
    await aHall(feeds.db)
    // The standard asks for the whole address of a place.
    const address = {
      addressLineOne: '1 Pool Lane',
      town: 'Larkhaven',
      region: 'Lancashire',
      postcode: 'LK1 1AA',
    }
    await feeds.db.updateTable('venue').set(address).execute()
    await feeds.publish()
    const get = async (address: string) => {
      const answer = await feeds.visitor.fetch(address.replace(site, ''))
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const [use] = dataOf((await feeds.read(feed('facility-uses'))).items) as FacilityUse[]
    const [slot] = dataOf((await feeds.read(feed('slots'))).items) as Slot[]
    expect(await get(use?.['@id'] ?? '')).toEqual({ status: 200, body: use })
    expect(await get(slot?.['@id'] ?? '')).toEqual({ status: 200, body: slot })
    const court = use?.individualFacilityUse?.find((one) => one['@id'] === slot?.facilityUse)
    const answered = await get(slot?.facilityUse ?? '')
    expect(answered).toEqual({
      status: 200,
      body: {
        '@context': ['https://openactive.io/'],
        ...court,
        aggregateFacilityUse: expect.objectContaining({ '@id': use?.['@id'], name: use?.name }),
        facilityType: use?.facilityType,
        location: use?.location,
        provider: use?.provider,
      },
    })
    for (const data of [use ?? {}, answered.body]) expect(await failuresOf(data, 'RPDEFeed')).toEqual([])
    for (const wrong of [
      'facility-uses/0',
      'individual-facility-uses/0-0',
      'individual-facility-uses/x',
      'halls/1',
    ])
      expect((await get(`${site}/api/openactive/demo/${wrong}`)).status).toBe(404)
    const others = await anOperator(feeds.db, { slug: 'other' })
    expect(others.id).toBeGreaterThan(0)
    expect((await get((use?.['@id'] ?? '').replace('/demo/', '/other/'))).status).toBe(404)
  })
})

describe('the answer', () => {
  test('is open to everybody, kept for long while it has items and shortly at the end', async () => {
    await aHall(feeds.db)
    await feeds.publish()
    const page = await feeds.read(feed('slots'))
    expect(page.response.headers.get('content-type')).toBe('application/json')
    expect(page.response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(page.license).toBe('https://creativecommons.org/licenses/by/4.0/')
    const end = await feeds.read(page.next)
    expect(end.response.headers.get('cache-control')).toBe('public, max-age=8')
    const again = await feeds.visitor.fetch(end.next.replace(site, ''), {
      headers: { 'if-none-match': end.response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('of an operator without anything is the end', async () => {
    await anOperator(feeds.db)
    await feeds.publish()
    expect(JSON.parse((await feeds.read(feed('slots'))).text)).toEqual({
      items: [],
      next: feed('slots'),
      license: 'https://creativecommons.org/licenses/by/4.0/',
    })
  })

  test('of another operator is its own', async () => {
    await aHall(feeds.db)
    await anOperator(feeds.db, { slug: 'other' })
    await feeds.publish()
    expect((await feeds.read(`${site}/api/openactive/other/slots`)).items).toEqual([])
  })

  test('of all operators is one feed in the order of their marks, and is read to the end', async () => {
    const { activity } = await aHall(feeds.db)
    const other = await anOperator(feeds.db, { slug: 'other' })
    const venue = await aVenue(feeds.db, { operatorId: other.id }, { slug: 'other-centre' })
    const squash = await anActivity(feeds.db, venue.id, { slug: 'squash', name: 'Squash', kind: 'courts' })
    const shared = `${site}/api/open-data/facility-uses`
    expect((await feeds.read(shared)).next).toBe(shared)
    await feeds.publish()
    await feeds.db.updateTable('activity').set({ name: 'Anew' }).where('id', '=', activity.id).execute()
    await feeds.publish()
    const { items, end } = await feeds.readOn(shared)
    expect(items.map(({ id }) => id)).toContain(`facility-use:${squash.id}`)
    expect(items.at(-1)).toMatchObject({ id: `facility-use:${activity.id}`, data: { name: 'Anew' } })
    expect(new Set(dataOf(items).map((data) => data?.['@id'].split('/').at(-3)))).toEqual(
      new Set(['demo', 'other']),
    )
    await feeds.db.updateTable('activity').set({ name: 'Later' }).where('id', '=', squash.id).execute()
    await feeds.publish()
    expect((await feeds.readOn(end)).items).toMatchObject([{ id: `facility-use:${squash.id}` }])
  })

  test.each(['demo/events', 'nobody/slots', 'nobody', 'demo/slots/1'])(
    '404 not_found: there is no %s',
    async (path) => {
      await anOperator(feeds.db)
      const answer = await feeds.visitor.fetch(`/api/openactive/${path}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'not_found' })
    },
  )

  test.each(['afterTimestamp=yesterday', 'afterTimestamp=1.5', `afterId=${'x'.repeat(201)}`])(
    '422 invalid: %s',
    async (query) => {
      await anOperator(feeds.db)
      const answer = await feeds.visitor.fetch(`/api/openactive/demo/slots?${query}`)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ code: 'invalid' })
    },
  )
})
