import { longDay, plural, shortDay } from '#messages/format.ts'

export const title = 'Timetable'
export const page = ({ venue }: { venue: string }): string => `Timetable of ${venue}`
export const lead =
  'What is on in a week, and what a draft makes of it. Choose something to change it, or an empty time to add something.'

// What is shown
export const venue = 'Venue'
export const show = 'Show'
export const published = 'As published'
export const draftOption = ({ name }: { name: string }): string => `Draft “${name}”`
export const by = 'By'
export const byChoices = { place: 'Place', instructor: 'Instructor' }
export const only = { place: 'Place', instructor: 'Instructor' }
export const all = { place: 'All places', instructor: 'All instructors' }
export const none = { place: 'No place', instructor: 'No instructor' }
export const week = 'Week of'
export const weekOf = ({ from, until }: { from: string; until: string }): string =>
  `${shortDay(from)} – ${shortDay(until)}`
export const before = 'Week before'
export const after = 'Week after'
export const drafts = 'All drafts'
export const noRows = { place: 'No places yet', instructor: 'Nobody gives a class this week' }
export const noRowsHelp = 'Add places to the venue in Catalogue.'

// The grid
export const gridOf = ({ from, until }: { from: string; until: string }): string =>
  `Timetable, ${weekOf({ from, until })}`
export const fromTo = ({ start, end }: { start: string; end: string }): string => `${start}–${end}`
export const every = ({ minutes }: { minutes: string }): string => `every ${minutes} min`
export const once = 'Once'
export const states = { added: 'Added', changed: 'Changed', ended: 'Ended' }
export const addAt = ({ time, place, day }: { time: string; place: string; day: string }): string =>
  `${time}: add something, ${place}, ${longDay(day)}`
export const takesKeys = 'Arrow keys move between the times, Enter opens one.'

// One entry
export const newOne = ({ day, place }: { day: string; place: string }): string => `${longDay(day)}, ${place}`
export const howOften = 'How often'
export const often = {
  timetable: 'Every week',
  sessions: ({ day }: { day: string }): string => `Once, on ${longDay(day)}`,
}
export const rowOfSessions =
  'Several sessions follow each other on this day. They can be taken out together. Change a single one in Today.'
export const takeDateOut = ({ day }: { day: string }): string => `Take out on ${longDay(day)}`
export const severalVenues = ({ venues }: { venues: string }): string =>
  `This is at ${venues}, and changes there, too.`
export const put = ({ name }: { name: string }): string => `Put into “${name}”`
export const chooseDraft = 'Add to a draft'
export const takeOut = 'Take out'
export const strike = 'Strike this edit'
export const isOut = ({ name }: { name: string }): string => `“${name}” takes this out.`
export const inDraft = ({ name }: { name: string }): string => `This is in “${name}” now.`
export const isStruck = ({ name }: { name: string }): string => `This is not in “${name}” any more.`
export const close = 'Close'
export const openInCatalogue = 'Change it at once in Catalogue'
export const isScheduled = ({ name }: { name: string }): string =>
  `“${name}” is scheduled. Take its schedule back to change it.`

// A copy
export const copyWeek = 'Copy this week'
export const copyTo = 'To the week of'
export const copyPlaces = 'Places'
export const copyWhen = 'Choose a day of the week to copy to.'
export const copies = ({ count, monday }: { count: number; monday: string }): string =>
  count === 0
    ? 'Everything of this week is on then, too.'
    : plural(count, {
        one: `1 session is not on in the week of ${shortDay(monday)} yet. It comes as a one-off session that you can strike.`,
        other: `${count} sessions are not on in the week of ${shortDay(monday)} yet. They come as one-off sessions that you can strike one by one.`,
      })
export const copyTooMany = ({ count, left }: { count: number; left: number }): string =>
  `These are ${count} sessions, and the draft has room for ${left} more edits. Choose fewer places.`
export const copyNow = (count: number): string =>
  count === 0 ? 'Copy' : plural(count, { one: 'Copy 1 session', other: `Copy ${count} sessions` })
export const copied = (count: number): string =>
  plural(count, { one: '1 session is copied.', other: `${count} sessions are copied.` })

// What is wrong with what is filled in
export const problems = {
  activity: 'Choose an activity.',
  days: 'Choose at least one day.',
  start: 'Say when it begins.',
  minutes: 'Say how long it lasts: 5 to 600 minutes.',
  capacity: 'Say how many people it has room for.',
  location: 'Choose a place.',
  past: 'This day has passed.',
  order: 'The last day comes before the first.',
}

// The draft beside it
export const effect = 'What publishing does'
export const edits = (count: number): string =>
  count === 0
    ? 'Nothing is in this draft yet.'
    : plural(count, { one: '1 edit is in this draft.', other: `${count} edits are in this draft.` })
export const looking = 'Looking at what it does'
export const openDraft = 'Open the draft'
