import type { drafts } from '#contract/drafts.ts'
import type { Routes } from '#server/platform/http.ts'
import { approveDraft } from './approve.ts'
import { addDraft, addEdits, changeDraft, changeEdit, discardDraft, strikeEdit } from './edit.ts'
import { listDrafts, listPublications, readDraft } from './list.ts'
import { previewDraft } from './preview.ts'
import { publishDraft, unscheduleDraft } from './publish.ts'
import { previewUndo, undoPublication } from './undo.ts'

export const draftsRoutes = (): Routes<typeof drafts> => ({
  list: ({ tx, actor }) => listDrafts(tx, actor),
  one: ({ tx, actor, params, now }) => readDraft(tx, actor, params.draftId, now),
  add: ({ tx, actor, body, now }) => addDraft(tx, actor, body, now),
  change: ({ tx, actor, params, body, now }) => changeDraft(tx, actor, params.draftId, body, now),
  discard: ({ tx, actor, params, now }) => discardDraft(tx, actor, params.draftId, now),
  addEdits: ({ tx, actor, params, body, now }) => addEdits(tx, actor, params.draftId, body.edits, now),
  changeEdit: ({ tx, actor, params, body, now }) =>
    changeEdit(tx, actor, params.draftId, { id: params.editId, ...body }, now),
  strikeEdit: ({ tx, actor, params, now }) => strikeEdit(tx, actor, params.draftId, params.editId, now),
  preview: ({ db, actor, params, now }) => previewDraft(db, actor, params.draftId, now),
  publish: ({ db, actor, params, body, now }) => publishDraft(db, actor, params.draftId, body, now),
  approve: ({ db, actor, params, body, now }) => approveDraft(db, actor, params.draftId, body, now),
  unschedule: ({ tx, actor, params, now }) => unscheduleDraft(tx, actor, params.draftId, now),
  publications: ({ tx, actor }) => listPublications(tx, actor),
  previewUndo: ({ db, actor, params, now }) => previewUndo(db, actor, params.publicationId, now),
  undo: ({ db, actor, params, body, now }) => undoPublication(db, actor, params.publicationId, body, now),
})
