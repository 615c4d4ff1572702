import { api } from '#web/platform/api.ts'
import type { TestBrowser } from './app.ts'
import { thursday } from './centre.ts'

/*
 * The timetable of the centre in centre.ts as a browser sees it, on the Thursday by default.
 */

export const at = { venue: 'demo-centre' }

/** The classes of yoga on a day. */
export const classes = (browser: TestBrowser, date = thursday) =>
  browser.send(api.timetable.classesV2, { ...at, activity: 'yoga', date })

/** The courts, each at each of its times; `more` chooses among them. */
export const slots = (browser: TestBrowser, activity = 'badminton-60min', more = {}) =>
  browser.send(api.timetable.slotsV2, { ...at, activity, date: thursday, ...more })

/** The times over all courts. */
export const times = (browser: TestBrowser, activity = 'badminton-60min') =>
  browser.send(api.timetable.timesV2, { ...at, activity, date: thursday })
