import { useEffect, useRef, useState } from 'react'
import type { DraftWithEdits } from '#contract/drafts.ts'
import type { CatalogueEdit, CatalogueRow } from '#contract/office.ts'
import * as messages from '#messages/desk/timetableWeek.ts'
import { list as joined } from '#messages/format.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useMay } from '#web/platform/permissions.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ChooseDraft } from './AddToDraft.tsx'
import { writtenLine } from './drafts.ts'
import type { FieldErrors } from './drafts.ts'
import { textOf } from './choices.ts'
import { listForms } from './fields.ts'
import type { Lists } from './choices.ts'
import styles from './LineDialog.module.css'
import { lineProblems } from './lineProblems.ts'
import { nameOfRow } from './names.ts'
import { elsewhere, isOfVenueAlone, isRowOfSessions, leavingOut, sessionOf } from './oneDate.ts'
import { RowFields } from './RowFields.tsx'
import { isEntry, startAt, wordsOf } from './weekGrid.ts'
import type { GridBy, GridList } from './weekGrid.ts'
import { nameOf } from './WeekTable.tsx'
import type { Spot } from './WeekTable.tsx'

/**
 * A time of the week: one that is there is changed or taken out, and at a free place one is added. All of it goes into a
 * draft: the one that is shown, or one that is chosen.
 */
export const LineDialog = ({
  spot,
  lists,
  venue,
  by,
  today,
  draft,
  onClose,
  onAdded,
}: {
  spot: Spot
  lists: Lists
  venue: string
  by: GridBy
  today: string
  /** null: the week is shown as it is published. */
  draft: DraftWithEdits | null
  onClose: () => void
  /** It is in a draft that is not shown yet. */
  onAdded: (draftId: number) => void
}) => {
  const [edits, setEdits] = useState<readonly CatalogueEdit[]>()
  if (edits !== undefined)
    return (
      <ChooseDraft
        edits={edits}
        onClose={onClose}
        onAdded={({ id }) => {
          onAdded(id)
        }}
      />
    )
  return <LineForm {...{ spot, lists, venue, by, today, draft, onClose }} onEdits={setEdits} />
}

const LineForm = ({
  spot: { item, row: gridRow, day },
  lists,
  venue,
  by,
  today,
  draft,
  onClose,
  onEdits,
}: Omit<Parameters<typeof LineDialog>[0], 'onAdded'> & {
  onEdits: (edits: readonly CatalogueEdit[]) => void
}) => {
  const entry = isEntry(item) ? item : null
  const may = useMay()
  const toasts = useToasts()
  const [starts] = useState(() => startAt(gridRow, { venue, by, day, start: item.start }))
  const [list, setList] = useState<GridList>(entry?.list ?? 'timetable')
  const [row, setRow] = useState<CatalogueRow>(entry?.edit?.after ?? entry?.row ?? starts.timetable)
  const [errors, setErrors] = useState<FieldErrors>({})
  const done = (text: string) => {
    toasts.show({ content: text, colour: 'success', closeAfter: 5000 })
    onClose()
  }
  const onSuccess = () => {
    done(messages.inDraft({ name: draft?.name ?? '' }))
  }
  const add = useCall(api.drafts.addEdits, { onSuccess })
  // What is put in once the edit of the line is changed.
  const more = useRef<CatalogueEdit[]>([])
  const change = useCall(api.drafts.changeEdit, {
    onSuccess: () => {
      if (draft === null || more.current.length === 0) onSuccess()
      else add.send({ draftId: draft.id, edits: more.current })
    },
  })
  const strike = useCall(api.drafts.strikeEdit, {
    onSuccess: () => {
      done(messages.isStruck({ name: draft?.name ?? '' }))
    },
  })
  const calls = [add, change, strike]
  const busy = calls.some(({ requesting }) => requesting)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  const before = entry?.before ?? null
  const edit = entry?.edit ?? null
  const put = (after: CatalogueRow | null, others: CatalogueEdit[] = []) => {
    if (busy) return
    for (const call of calls) call.reset()
    const edits = [{ list: entry?.list ?? list, before, after }, ...others]
    more.current = others
    if (draft === null) onEdits(edits)
    else if (edit === null) add.send({ draftId: draft.id, edits })
    else change.send({ draftId: draft.id, editId: edit.id, seen: edit.after, after })
  }
  // The line of which one date is changed, while that is so.
  const line = entry?.list === 'timetable' ? (edit?.after ?? entry.row) : null
  const isOneDate = line !== null && list === 'sessions'
  const location =
    gridRow.slug !== null && by === 'place' ? gridRow.slug : (wordsOf(line?.['locations'])[0] ?? '')
  const mayBeApart = line !== null && entry?.state !== 'ended' && isOfVenueAlone(line, venue)
  const isWhole = isOneDate && isRowOfSessions(line)
  const isOut = edit !== null && edit.after === null
  const isClosed = draft !== null && draft.state !== 'open'
  const venues = wordsOf(row['venue']).filter((slug) => slug !== venue)
  return (
    <Modal
      title={
        entry === null
          ? messages.newOne({ day, place: nameOf(gridRow, by) })
          : nameOfRow(list, entry.row, lists)
      }
      onClose={onClose}
    >
      <form
        ref={form}
        className={styles['form']}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const after = writtenLine(list, row)
          const problems = lineProblems(list, after, { lists, before, today })
          setErrors(problems)
          if (Object.keys(problems).length > 0) return
          if (!isOneDate) return put(after)
          put(leavingOut(line, day), [
            { list: 'sessions', before: null, after },
            ...elsewhere(line, day, location),
          ])
        }}
      >
        <FormError error={calls.find(({ error }) => error !== null)?.error ?? null} />
        {isClosed ? (
          <Notice>
            <p>{messages.isScheduled(draft)}</p>
          </Notice>
        ) : null}
        {isOut ? <p>{messages.isOut({ name: draft?.name ?? '' })}</p> : null}
        {venues.length === 0 ? null : (
          <p>
            {messages.severalVenues({
              venues: joined(
                venues.map(
                  (slug) => textOf(lists.venues.find((one) => one['slug'] === slug)?.['name']) || slug,
                ),
              ),
            })}
          </p>
        )}
        {entry === null || mayBeApart ? (
          <SelectField
            label={messages.howOften}
            value={list}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.value === 'sessions' ? 'sessions' : 'timetable'
              setList(chosen)
              setRow(
                line === null
                  ? { ...starts[chosen], ...shared(row) }
                  : chosen === 'timetable'
                    ? line
                    : sessionOf(line, day, location),
              )
              setErrors({})
            }}
          >
            <option value="timetable">{messages.often.timetable}</option>
            <option value="sessions">{messages.often.sessions({ day })}</option>
          </SelectField>
        ) : null}
        {isWhole ? <p>{messages.rowOfSessions}</p> : null}
        {isOut || isWhole ? null : (
          <RowFields
            {...{ lists, errors, list, row }}
            fields={listForms[list].fields}
            form="csv"
            onPicture={() => {}}
            onChange={setRow}
          />
        )}
        <div className={styles['buttons']}>
          {edit === null || draft === null || isClosed || isOneDate ? null : (
            <Button
              variant="secondary"
              size="lg"
              busy={strike.requesting}
              onClick={() => {
                strike.send({ draftId: draft.id, editId: edit.id })
              }}
            >
              {messages.strike}
            </Button>
          )}
          {(before === null && !isOneDate) || isOut || isClosed ? null : (
            <Button
              variant="secondary"
              size="lg"
              onClick={() => {
                put(isOneDate ? leavingOut(line, day) : null)
              }}
            >
              {isOneDate ? messages.takeDateOut({ day }) : messages.takeOut}
            </Button>
          )}
          {isOut || isClosed ? (
            <Button size="lg" onClick={onClose}>
              {messages.close}
            </Button>
          ) : isWhole ? null : (
            <Button type="submit" size="lg" busy={add.requesting || change.requesting}>
              {draft === null ? messages.chooseDraft : messages.put(draft)}
            </Button>
          )}
        </div>
        {draft === null && entry?.index != null && may('settings') ? (
          <Link to={deskLinks.catalogue(list, String(entry.index))}>{messages.openInCatalogue}</Link>
        ) : null}
      </form>
    </Modal>
  )
}

/** What has been filled in of what both lists have. */
const shared = (row: CatalogueRow): CatalogueRow =>
  Object.fromEntries(
    ['activity', 'name', 'start', 'minutes', 'capacity', 'instructors', 'tags'].flatMap((field) =>
      row[field] === undefined ? [] : [[field, row[field]]],
    ),
  )
