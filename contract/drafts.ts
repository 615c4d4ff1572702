import { z } from 'zod'
import { mostEdits } from './draftTypes.ts'
import { endpoint } from './endpoint.ts'
import { day, hour, id, optional, optionalText, otherwise, text } from './fields.ts'
import { catalogueEdit, catalogueList, catalogueRow, importObjectionCodes, importReport } from './office.ts'
import { displayMoney, instant, moment } from './shapes.ts'

/** `undone`: it was published, and that was undone. */
export const draftStates = [
  'open',
  'awaiting_approval',
  'scheduled',
  'published',
  'discarded',
  'undone',
] as const
export type DraftState = (typeof draftStates)[number]

const draftEdit = z
  .object({
    id: z.int(),
    list: catalogueList,
    /** null: the row is added. */
    before: catalogueRow.nullable(),
    /** null: the row is taken out. */
    after: catalogueRow.nullable(),
  })
  .meta({ id: 'DraftEdit' })
export type DraftEdit = z.output<typeof draftEdit>

const draft = z
  .object({
    id: z.int(),
    name: z.string(),
    /** What colleagues read beside it, and the audit keeps. */
    reason: z.string(),
    state: z.enum(draftStates),
    /** null: the account is closed. */
    author: z.string().nullable(),
    changedAt: instant,
    /** Of one that is scheduled; of one that waits for approval, when it is to go live after it. null: at once. */
    goesLiveAt: moment.nullable(),
    /** Who asks another person to approve it. null: nobody, or the account is closed. */
    requestedBy: z.string().nullable(),
    /** Whether that is who reads it: nobody approves their own. */
    isOwnRequest: z.boolean(),
    editCount: z.int(),
  })
  .meta({ id: 'Draft' })
export type Draft = z.output<typeof draft>

const draftWithEdits = z
  .object({
    ...draft.shape,
    edits: z.array(draftEdit),
    /** Of one that waits for approval: some of those who can approve it. */
    approvers: z.array(z.string()),
  })
  .meta({ id: 'DraftWithEdits' })
export type DraftWithEdits = z.output<typeof draftWithEdits>

/** What publishing does to sessions, people and money, in numbers. */
export const publicationEffect = z
  .object({
    added: z.int(),
    changed: z.int(),
    withdrawn: z.int(),
    calledOff: z.int(),
    /** They are not in the timetable any more, and stay because people have booked them. */
    retained: z.int(),
    notMade: z.int(),
    bookings: z.int(),
    customers: z.int(),
    refund: displayMoney,
  })
  .meta({ id: 'PublicationEffect' })
export type PublicationEffect = z.output<typeof publicationEffect>

const previewFields = {
  /** What publishing sends back: that this is what was seen. null: something stops it. */
  digest: z.string().nullable(),
  effect: publicationEffect.nullable(),
  /** The same in words, a line each. */
  report: importReport.nullable(),
  /** Another person has to approve it. */
  needsSecondPerson: z.boolean(),
  /** What stops it. `editId` null: of a row that is not in the draft. */
  problems: z.array(z.object({ editId: z.int().nullable(), text: z.string() })),
}

const draftPreview = z.object(previewFields).meta({ id: 'DraftPreview' })
export type DraftPreview = z.output<typeof draftPreview>

const undoPreview = z
  .object({
    ...previewFields,
    /** What was called off when it was published, and does not come back; null: nothing was. */
    lost: publicationEffect.pick({ bookings: true, customers: true, refund: true }).nullable(),
  })
  .meta({ id: 'UndoPreview' })
export type UndoPreview = z.output<typeof undoPreview>

const publication = z
  .object({
    id: z.int(),
    name: z.string(),
    reason: z.string(),
    /** null: the account is closed. */
    publishedBy: z.string().nullable(),
    /** null: nobody had to, or the account is closed. */
    approvedBy: z.string().nullable(),
    publishedAt: instant,
    isUndone: z.boolean(),
    /** It is itself the undoing of another. */
    isUndo: z.boolean(),
    effect: publicationEffect,
    edits: z.array(catalogueEdit),
    /** When the first of its sessions begins, or began: until then it can be undone. null: it has none. */
    undoUntil: moment.nullable(),
  })
  .meta({ id: 'Publication' })
export type Publication = z.output<typeof publication>

const edits = z.array(catalogueEdit).min(1).max(mostEdits)
const largestBody = 2 * 1024 * 1024
const accept = otherwise(z.array(z.enum(importObjectionCodes)), [])

/** What publishing changes: what an import does. */
const changesOfPublishing = [
  'attendance',
  'bookings',
  'catalogue',
  'drafts',
  'operator',
  'session',
  'timetable',
  'waitlists',
] as const

/** Staff of some venues have to do with the drafts that are about these alone. */
const drafting = { allow: 'staff', needs: 'timetable.draft' } as const
const publishing = { allow: 'staff', needs: 'timetable.publish' } as const

export const drafts = {
  list: endpoint({
    method: 'GET',
    path: '/office/drafts',
    summary: 'The drafts that are open or scheduled, the one that was changed last first.',
    ...drafting,
    returns: z.array(draft),
    reads: ['drafts', 'session'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/office/drafts/{draftId}',
    summary: 'A draft with its edits.',
    ...drafting,
    params: z.object({ draftId: id }),
    returns: draftWithEdits,
    reads: ['drafts', 'session'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/office/drafts',
    summary: 'Begin a draft: edits of the catalogue that are kept until they are published together.',
    ...drafting,
    body: z.object({ name: text(80), reason: optionalText(300), edits: otherwise(edits, []) }),
    returns: draftWithEdits,
    idempotent: true,
    largestBody,
    limit: { attempts: 300, seconds: 3600 },
    changes: ['drafts'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/office/drafts/{draftId}',
    summary: 'Give a draft another name and reason.',
    ...drafting,
    params: z.object({ draftId: id }),
    body: z.object({ name: text(80), reason: optionalText(300) }),
    returns: draftWithEdits,
    errors: { draft_closed: 409 },
    idempotent: true,
    changes: ['drafts'],
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/office/drafts/{draftId}',
    summary: 'Discard a draft that was not published.',
    ...drafting,
    params: z.object({ draftId: id }),
    returns: z.object({}),
    errors: { draft_closed: 409 },
    idempotent: true,
    changes: ['drafts'],
  }),
  addEdits: endpoint({
    method: 'POST',
    path: '/office/drafts/{draftId}/edits',
    summary:
      'Put edits into a draft. One of a row that the draft changes already is laid over what the draft makes of it.',
    ...drafting,
    params: z.object({ draftId: id }),
    body: z.object({ edits }),
    returns: draftWithEdits,
    errors: { draft_closed: 409 },
    idempotent: true,
    largestBody,
    limit: { attempts: 1000, seconds: 3600 },
    changes: ['drafts'],
  }),
  changeEdit: endpoint({
    method: 'PUT',
    path: '/office/drafts/{draftId}/edits/{editId}',
    summary: 'Say what an edit of a draft makes of its row. One that leaves it as it is in force is struck.',
    ...drafting,
    params: z.object({ draftId: id, editId: id }),
    body: z.object({
      /** As the caller has seen it: refused where somebody has changed it since. */
      seen: catalogueRow.nullable(),
      after: catalogueRow.nullable(),
    }),
    returns: draftWithEdits,
    errors: { draft_closed: 409, changed_meanwhile: 409 },
    idempotent: true,
    largestBody,
    limit: { attempts: 1000, seconds: 3600 },
    changes: ['drafts'],
  }),
  strikeEdit: endpoint({
    method: 'DELETE',
    path: '/office/drafts/{draftId}/edits/{editId}',
    summary: 'Strike an edit from a draft.',
    ...drafting,
    params: z.object({ draftId: id, editId: id }),
    returns: draftWithEdits,
    errors: { draft_closed: 409 },
    idempotent: true,
    changes: ['drafts'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/office/drafts/{draftId}/preview',
    summary: 'What publishing a draft would do now. Changes nothing.',
    ...drafting,
    params: z.object({ draftId: id }),
    returns: draftPreview,
    errors: { draft_closed: 409 },
    // An import has a transaction of its own.
    inTransaction: false,
    limit: { attempts: 1000, seconds: 3600 },
  }),
  publish: endpoint({
    method: 'POST',
    path: '/office/drafts/{draftId}/publish',
    summary:
      'Publish a draft with the effect that was seen, now or at a time to come; what is above the limits of one person waits for approval.',
    ...publishing,
    params: z.object({ draftId: id }),
    body: z.object({
      /** Of the preview. */
      digest: text(100),
      accept,
      /** On the clock of the operator. Without it, now. */
      goesLiveAt: optional(z.object({ day: day(), time: hour })),
    }),
    returns: draftWithEdits,
    errors: { draft_closed: 409, effect_changed: 409, blocked: 409, import_refused: 409 },
    idempotent: true,
    inTransaction: false,
    changes: changesOfPublishing,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/office/drafts/{draftId}/approve',
    summary: 'Approve the draft of another person, which is published then as they have asked.',
    ...publishing,
    params: z.object({ draftId: id }),
    body: z.object({ digest: text(100), accept }),
    returns: draftWithEdits,
    errors: { own_draft: 409, draft_closed: 409, effect_changed: 409, blocked: 409, import_refused: 409 },
    idempotent: true,
    inTransaction: false,
    changes: changesOfPublishing,
  }),
  unschedule: endpoint({
    method: 'DELETE',
    path: '/office/drafts/{draftId}/schedule',
    summary: 'Keep a draft that is scheduled, or waits for approval, from being published; it is open again.',
    ...publishing,
    params: z.object({ draftId: id }),
    returns: draftWithEdits,
    errors: { draft_closed: 409 },
    idempotent: true,
    changes: ['drafts'],
  }),
  publications: endpoint({
    method: 'GET',
    path: '/office/publications',
    summary: 'The last fifty publications, the latest first.',
    ...drafting,
    returns: z.array(publication),
    reads: ['drafts', 'session'],
  }),
  previewUndo: endpoint({
    method: 'POST',
    path: '/office/publications/{publicationId}/undo/preview',
    summary: 'What undoing a publication would do now, and what does not come back. Changes nothing.',
    ...publishing,
    params: z.object({ publicationId: id }),
    returns: undoPreview,
    errors: { too_late: 409, not_reversible: 409 },
    inTransaction: false,
    limit: { attempts: 1000, seconds: 3600 },
  }),
  undo: endpoint({
    method: 'POST',
    path: '/office/publications/{publicationId}/undo',
    summary: 'Undo a publication by publishing the opposite, until the first of its sessions begins.',
    ...publishing,
    params: z.object({ publicationId: id }),
    body: z.object({ digest: text(100), accept }),
    returns: z.object({}),
    errors: {
      too_late: 409,
      not_reversible: 409,
      needs_second_person: 403,
      effect_changed: 409,
      blocked: 409,
      import_refused: 409,
    },
    idempotent: true,
    inTransaction: false,
    changes: changesOfPublishing,
  }),
}
