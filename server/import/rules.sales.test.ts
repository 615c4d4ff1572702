import { describe, expect, it } from 'vitest'
import { problemsIn, readSmall, smallVenues } from '#test/fixtures/operatorFolder.ts'

const sale = { venue: 'centre', activity: 'yoga', session: 'next', by: 'S-3', to: 'S-1', tender: 'cash' }
const [centre] = smallVenues
const tills = ['desk', 'cafe'].map((slug) => ({ slug, name: slug }))
const annexe = { ...centre, slug: 'annexe', name: 'Annexe', tills: [{ slug: 'bar', name: 'Bar' }] }
const venues = { 'venues.json': [annexe, { ...centre, tills }] }

describe('sales.json', () => {
  it.each([
    [{ activity: 'golf' }, ['activity: there is no golf in the activities of centre.']],
    [{ to: 'S-9' }, ['to: there is no S-9 in people.json.']],
    [{ by: 'S-1' }, ['by: there is no S-1 in the staff of people.json.']],
    [{ by: 'S-9' }, ['by: there is no S-9 in the staff of people.json.']],
    [{ venue: 'moon', till: 'bar' }, expect.arrayContaining([expect.stringContaining('moon')])],
    [{ till: 'bar' }, ['till: there is no bar in the tills of centre.']],
    [{ tender: 'cheque' }, [expect.stringMatching(/^number: /)]],
    [{ cancelled: true, to: null }, [expect.stringMatching(/^cancelled: /)]],
    [{ cancelled: true, attendance: 'attended' }, [expect.stringMatching(/^attendance: /)]],
    [{ session: undefined }, [expect.stringMatching(/^session: /)]],
    [{ on: 'today' }, [expect.stringMatching(/^session: /)]],
    [{ at: '18:00' }, [expect.stringMatching(/^session: /)]],
    [{ session: undefined, on: 'today' }, [expect.stringMatching(/^session: /)]],
    [{ session: undefined, at: '18:00' }, [expect.stringMatching(/^session: /)]],
    [{ on: 'today', at: '18:00' }, [expect.stringMatching(/^session: /)]],
  ])('is refused with %j', async (more, problems) => {
    const found = await problemsIn({ ...venues, 'sales.json': [{ ...sale, ...more }] })
    expect(found.map((line) => line.replace('sales.json, ', ''))).toEqual(problems)
  })

  it.each([
    {},
    { to: null },
    { till: 'desk' },
    { tender: 'cheque', number: '17' },
    { cancelled: true },
    { attendance: 'attended' },
    { session: undefined, on: 'today', at: '18:00' },
  ])('takes %j', async (more) => {
    expect((await readSmall({ ...venues, 'sales.json': [{ ...sale, ...more }] })).sales).toHaveLength(1)
  })
})

it('waitlists.json names people and sessions that there are', async () => {
  const waiting = { venue: 'centre', activity: 'yoga', session: 'next', people: ['S-1', 'S-9'] }
  expect(
    await problemsIn({ 'waitlists.json': [waiting, { ...waiting, activity: 'golf', people: ['S-1'] }] }),
  ).toEqual([
    'waitlists.json, people.1: there is no S-9 in people.json.',
    'waitlists.json, activity: there is no golf in the activities of centre.',
  ])
  expect((await readSmall({ 'waitlists.json': [{ ...waiting, people: ['S-1'] }] })).waiting).toHaveLength(1)
})
