import { beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '#test/support/factories.ts'
import { aHall, feed, openFeeds, site } from '#test/support/feeds.ts'
import type { Feeds } from '#test/support/feeds.ts'

let feeds: Feeds

beforeEach(async () => {
  feeds = await openFeeds()
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
