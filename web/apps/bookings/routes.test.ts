import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { links } from '#web/platform/links.ts'
import { matched } from '#web/platform/screens.ts'
import { routes } from './routes.tsx'

const source = readFileSync('web/apps/bookings/routes.tsx', 'utf8')
const lines = [
  ...source.matchAll(/at\(\s*'([^']+)',\s*'(\w+)',\s*\(\) => import\('#web\/pages\/(\w+)\.tsx'\)/g),
]

test('each line names the file it loads, by which its script and styles are found', () => {
  expect(lines).toHaveLength(routes.length)
  for (const [, pattern, name, file] of lines) {
    expect(`${pattern} ${name}`).toBe(`${pattern} ${file}`)
    expect(existsSync(`web/pages/${name}.tsx`)).toBe(true)
  }
})

const pageAt = (path: string): string | undefined => matched(routes, path)?.route.name

test('every address we link to is a page', () => {
  expect(pageAt(links.home())).toBe('HomePage')
  expect(pageAt(links.redirectToSelectedVenue())).toBe('SelectedVenuePage')
  expect(pageAt(links.venue('v'))).toBe('VenuePage')
  expect(pageAt(links.activity('v', 'a'))).toBe('ActivityPage')
  expect(pageAt(links.register())).toBe('RegisterPage')
  expect(pageAt(links.pricing())).toBe('PricingPage')
  expect(pageAt(links.attendees())).toBe('AttendeesPage')
  expect(pageAt(links.newPassword())).toBe('NewPasswordPage')
})

test('A15, A16, A18: short addresses come after all others', () => {
  expect(matched(routes, '/harbour')).toMatchObject({ params: { venueSlug: 'harbour' } })
  expect(matched(routes, '/harbour/yoga/2027-03-04/time')).toMatchObject({
    route: { name: 'ShortAddressPage' },
    params: { venueSlug: 'harbour', activitySlug: 'yoga', dateSlug: '2027-03-04', type: 'time' },
  })
  expect(matched(routes, '/harbour/yoga/2027-03-04/time/more')).toBeUndefined()
})
