import type { Draft, PublicationEffect } from '#contract/drafts.ts'
import { dateTime, list, number, plural, shortDay } from '#messages/format.ts'

export const tab = 'Drafts'
export const lead =
  'Changes of the catalogue that you publish together: look at what they do, publish them now or later, and undo them.'

// The list
export const drafts = 'Drafts'
export const none = 'No drafts yet'
export const noneHelp =
  'Begin one here, or choose “Add to a draft” where you change something in Timetable or Catalogue.'
export const begin = 'Begin a draft'
export const name = 'Name'
export const nameHint = 'What colleagues call it: January timetable.'
export const reason = 'Reason'
export const reasonHint = 'It stands in the audit log.'
export const begun = ({ name: draft }: { name: string }): string => `“${draft}” is begun.`
export const states: Readonly<Record<Draft['state'], string>> = {
  open: 'Open',
  awaiting_approval: 'Waits for approval',
  scheduled: 'Scheduled',
  published: 'Published',
  discarded: 'Discarded',
  undone: 'Undone',
}
export const count = (edits: number): string =>
  edits === 0 ? 'Nothing in it yet' : plural(edits, { one: '1 edit', other: `${number(edits)} edits` })
export const by = ({ author }: { author: string }): string => `By ${author}`
export const goesLive = ({ at, zone }: { at: string; zone: string }): string =>
  `Goes live ${dateTime({ at: new Date(at), zone })}.`

// One draft
export const all = 'All drafts'
export const edits = 'What it changes'
export const kinds = { added: 'Added', changed: 'Changed', takenOut: 'Taken out' }
export const editOf = ({ list: of, name: row }: { list: string; name: string }): string => `${of}: ${row}`
export const fromTo = ({ field, from, to }: { field: string; from: string; to: string }): string =>
  `${field}: ${from} → ${to}`
export const isNow = ({ field, to }: { field: string; to: string }): string => `${field}: ${to}`
export const nothing = 'nothing'
export const otherText = ({ field }: { field: string }): string => `${field}: another text`
export const strike = 'Strike'
export const actionOf = ({ action, name: row }: { action: string; name: string }): string =>
  `${action}: ${row}`
export const struck = ({ name: row }: { name: string }): string => `${row} is struck from the draft.`
export const seeWeek = 'See the week'
export const addMore = 'Add more in Catalogue'
export const rename = 'Name and reason'
export const save = 'Save'
export const saved = 'Saved.'
export const discard = 'Discard'
export const discardTitle = ({ name: draft }: { name: string }): string => `Discard “${draft}”?`
export const discardHelp = 'What it changes is lost. Nothing that is in force changes.'
export const discarded = ({ name: draft }: { name: string }): string => `“${draft}” is discarded.`
export const keep = 'Keep it'

// What it does
export const effect = 'What publishing does'
export const looking = 'Looking at what it does'
export const lookAgain = 'Look again'
export const problems = 'This stops it'
export const sendsNothing = 'The timetable stays as it is.'
export const moreLines = (lines: number): string =>
  plural(lines, { one: '… and 1 more', other: `… and ${number(lines)} more` })
export const acceptAnyway = ({ text }: { text: string }): string => `Publish all the same: ${text}`

const sessions = (many: number, what: string, isFirst: boolean): string => {
  if (!isFirst) return `${number(many)} ${what}`
  return `${plural(many, { one: '1 session', other: `${number(many)} sessions` })} ${what}`
}

/** "12 sessions added, 1 called off, £31.20 back": what is not there is left out. */
export const effectInWords = (effects: PublicationEffect): string => {
  const counts = [
    [effects.added, 'added'],
    [effects.changed, 'changed'],
    [effects.withdrawn, 'taken out'],
    [effects.calledOff, 'called off'],
  ] as const
  return [
    ...counts.filter(([many]) => many > 0).map(([many, what], index) => sessions(many, what, index === 0)),
    ...(effects.refund.raw === 0 ? [] : [`${effects.refund.formatted} back`]),
    ...(effects.customers === 0
      ? []
      : [
          plural(effects.customers, {
            one: '1 person told',
            other: `${number(effects.customers)} people told`,
          }),
        ]),
  ].join(', ')
}
export const stays = (many: number): string =>
  plural(many, {
    one: '1 session is not in the timetable any more and stays: people have booked it.',
    other: `${number(many)} sessions are not in the timetable any more and stay: people have booked them.`,
  })
export const notMade = (many: number): string =>
  plural(many, {
    one: '1 session cannot be made. The lines below say why.',
    other: `${number(many)} sessions cannot be made. The lines below say why.`,
  })
const labelled = (action: string, effects: PublicationEffect): string => {
  const words = effectInWords(effects)
  return words === '' ? action : `${action}: ${words}`
}
export const publish = (effects: PublicationEffect): string => labelled('Publish', effects)
export const isAbove =
  'This pays back more than £500, is told to more than 100 people, or changes a price by more than a quarter. Another person approves it before it is published.'
export const askFor = (effects: PublicationEffect): string => labelled('Ask for approval', effects)
export const approvalRequested = ({ name: draft }: { name: string }): string =>
  `“${draft}” waits for approval.`
export const approve = (effects: PublicationEffect): string => labelled('Approve', effects)
export const waits = ({
  requestedBy,
  isOwnRequest,
  approvers,
}: {
  requestedBy: string | null
  isOwnRequest: boolean
  approvers: readonly string[]
}): string => {
  if (requestedBy === null) return 'This waits for approval.'
  if (!isOwnRequest) return `${requestedBy} asks another person to approve this.`
  return approvers.length === 0
    ? 'You have asked for approval. Nobody else can give it yet: an administrator gives others the role.'
    : `You have asked for approval. ${list(approvers, 'or')} can give it.`
}
export const takeRequestBack = 'Take the request back'
export const approvedBy = ({ person }: { person: string }): string => `Approved by ${person}`
export const published = ({ name: draft }: { name: string }): string => `“${draft}” is published.`
export const later = 'Publish later'
export const day = 'Day'
export const time = 'Time'
export const laterHelp =
  'If it would do something else by then, it is not published, and its author gets an e-mail.'
export const schedule = 'Schedule'
export const scheduled = ({ name: draft }: { name: string }): string => `“${draft}” is scheduled.`
export const unschedule = 'Take the schedule back'
export const unscheduled = ({ name: draft }: { name: string }): string => `“${draft}” is open again.`

// What was published
export const publications = 'Published'
export const nothingPublished = 'Nothing has been published yet.'
export const publishedBy = ({
  at,
  zone,
  person,
}: {
  at: string
  zone: string
  person: string | null
}): string => {
  const when = dateTime({ at: new Date(at), zone })
  return person === null ? when : `${when}, by ${person}`
}
export const undoOf = ({ name: publication }: { name: string }): string => `Undoing of “${publication}”`
export const undone = 'Undone'
export const undo = 'Undo'
export const undoTitle = ({ name: publication }: { name: string }): string => `Undo “${publication}”`
export const undoNow = (effects: PublicationEffect): string => labelled('Undo', effects)
export const undoneNow = ({ name: publication }: { name: string }): string => `“${publication}” is undone.`
export const lost = ({
  customers,
  refund,
}: {
  customers: number
  refund: { raw: number; formatted: string }
}): string => {
  const people = plural(customers, { one: '1 person was', other: `${number(customers)} people were` })
  const done = refund.raw === 0 ? 'told' : `refunded ${refund.formatted} and told`
  return `${people} ${done}. They are not booked again.`
}
export const until = ({ at, zone }: { at: string; zone: string }): string =>
  `It can be undone until ${dateTime({ at: new Date(at), zone })}, when the first of its sessions begins.`
export const cancel = 'Leave it'

// Beside Save in the catalogue
export const addToDraft = 'Add to a draft'
export const chooseDraft = 'Draft'
export const anotherDraft = 'A new one'
export const added = ({ name: draft }: { name: string }): string => `This is in “${draft}” now.`
export const add = 'Add'
export const daysOut = ({ from, until }: { from: string; until: string }): string =>
  from === until ? shortDay(from) : `${shortDay(from)} – ${shortDay(until)}`
export const yes = 'yes'
export const no = 'no'
