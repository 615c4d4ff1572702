import { useEffect, useRef, useState } from 'react'
import type { DraftWithEdits } from '#contract/drafts.ts'
import { daysAfter, isDay, localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/timetableWeek.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useCall, useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { VenueField } from '#web/platform/VenueField.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Empty, Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { CopyWeek } from './CopyWeek.tsx'
import { Foreseen } from './Foreseen.tsx'
import { LineDialog } from './LineDialog.tsx'
import styles from './TimetableWeek.module.css'
import { mondayOf, weekGrid } from './weekGrid.ts'
import type { GridBy } from './weekGrid.ts'
import { nameOf, WeekTable } from './WeekTable.tsx'
import type { Spot } from './WeekTable.tsx'

/** What stands in the address. `only`: one of the places or instructors. */
export type WeekView = {
  venue: string
  monday: string
  by: GridBy
  only: string | null
  draftId: number | null
}

/** A week of a venue, as it is published or as a draft makes it. */
export const TimetableWeek = ({ view }: { view: WeekView }) =>
  view.draftId === null ? (
    <Week view={view} draft={null} />
  ) : (
    <DraftWeek key={view.draftId} view={view} draftId={view.draftId} />
  )

const DraftWeek = ({ view, draftId }: { view: WeekView; draftId: number }) => {
  const { data: draft } = useRead(api.drafts.one, { draftId })
  return <Week view={view} draft={draft} />
}

const noEdits: DraftWithEdits['edits'] = []

const Week = ({ view, draft }: { view: WeekView; draft: DraftWithEdits | null }) => {
  const { venue, monday, by, only } = view
  const {
    data: { lists },
  } = useRead(api.office.catalogue)
  const { data: config } = useRead(api.operator.config)
  const navigate = useNavigate()
  const now = useServerNow(60_000)
  const [spot, setSpot] = useState<Spot>()
  const [isCopying, setIsCopying] = useState(false)
  const all = weekGrid(lists, draft?.edits ?? noEdits, { venue, monday, by })
  const rows = only === null ? all : all.filter(({ slug }) => (slug ?? '') === only)
  const week = { from: monday, until: daysAfter(monday, 6) }
  const linkTo = (more: Partial<WeekView>): string => deskLinks.timetable({ ...view, ...more })
  return (
    <>
      <div className={styles['tools']}>
        <VenueField
          label={messages.venue}
          name="venue"
          selected={venue}
          onChosen={(chosen) => {
            void navigate(linkTo({ venue: chosen, only: null }), { stay: true })
          }}
        />
        <DraftField
          draft={draft}
          onChosen={(draftId) => {
            void navigate(linkTo({ draftId }), { stay: true })
          }}
        />
        <SelectField
          label={messages.by}
          value={by}
          onChange={({ currentTarget }) => {
            const chosen: GridBy = currentTarget.value === 'instructor' ? 'instructor' : 'place'
            void navigate(linkTo({ by: chosen, only: null }), { stay: true })
          }}
        >
          <option value="place">{messages.byChoices.place}</option>
          <option value="instructor">{messages.byChoices.instructor}</option>
        </SelectField>
        <SelectField
          label={messages.only[by]}
          value={only ?? '*'}
          onChange={({ currentTarget: { value } }) => {
            void navigate(linkTo({ only: value === '*' ? null : value }), { stay: true })
          }}
        >
          <option value="*">{messages.all[by]}</option>
          {all.map((row) => (
            <option key={row.slug ?? ''} value={row.slug ?? ''}>
              {nameOf(row, by)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles['week']}>
        <TextField
          key={monday}
          label={messages.week}
          type="date"
          defaultValue={monday}
          onChange={({ currentTarget: { value } }) => {
            const chosen = isDay(value) ? mondayOf(value) : monday
            if (chosen !== monday) void navigate(linkTo({ monday: chosen }), { stay: true })
          }}
        />
        <Link
          className={buttonClass({ variant: 'secondary' })}
          to={linkTo({ monday: daysAfter(monday, -7) })}
          stay
        >
          {messages.before}
        </Link>
        <Link
          className={buttonClass({ variant: 'secondary' })}
          to={linkTo({ monday: daysAfter(monday, 7) })}
          stay
        >
          {messages.after}
        </Link>
        {draft?.state === 'open' && by === 'place' ? (
          <Button
            variant="secondary"
            onClick={() => {
              setIsCopying(true)
            }}
          >
            {messages.copyWeek}
          </Button>
        ) : null}
      </div>
      {isCopying && draft !== null ? (
        <CopyWeek
          {...{ draft, lists, venue, monday, places: rows }}
          onClose={() => {
            setIsCopying(false)
          }}
          onCopied={(to) => {
            setIsCopying(false)
            void navigate(linkTo({ monday: to }), { stay: true })
          }}
        />
      ) : null}
      <div className={styles['page']} data-draft={draft === null ? undefined : ''}>
        {draft === null ? null : <DraftEffect draft={draft} />}
        <div className={styles['grid']}>
          <h2 className={styles['title']}>{messages.weekOf(week)}</h2>
          {rows.length === 0 ? (
            <Empty title={messages.noRows[by]}>{by === 'place' ? <p>{messages.noRowsHelp}</p> : null}</Empty>
          ) : (
            <>
              <p className={styles['hint']}>{messages.takesKeys}</p>
              <WeekTable {...{ rows, by, lists }} label={messages.gridOf(week)} onChoose={setSpot} />
            </>
          )}
        </div>
      </div>
      {spot === undefined ? null : (
        <LineDialog
          {...{ spot, lists, venue, by, draft }}
          today={localDay(new Date(now), config.timezone)}
          onClose={() => {
            setSpot(undefined)
          }}
          onAdded={(draftId) => {
            setSpot(undefined)
            void navigate(linkTo({ draftId }), { stay: true })
          }}
        />
      )}
    </>
  )
}

const DraftField = ({
  draft,
  onChosen,
}: {
  draft: DraftWithEdits | null
  onChosen: (draftId: number | null) => void
}) => {
  const { data } = useDeferredRead(api.drafts.list, {})
  // The one in the address also when it is published by now.
  const others = (data ?? []).filter(({ id }) => id !== draft?.id)
  return (
    <SelectField
      label={messages.show}
      value={draft?.id ?? ''}
      onChange={({ currentTarget: { value } }) => {
        onChosen(value === '' ? null : Number(value))
      }}
    >
      <option value="">{messages.published}</option>
      {[...(draft === null ? [] : [draft]), ...others].map(({ id, name }) => (
        <option key={id} value={id}>
          {messages.draftOption({ name })}
        </option>
      ))}
    </SelectField>
  )
}

/** How long after the last edit it is looked at what it does. */
const settledAfterMs = 1000

/** What publishing a draft does, soon after it has changed. */
const DraftEffect = ({ draft }: { draft: DraftWithEdits }) => {
  const { id: draftId, name, state, edits } = draft
  const preview = useCall(api.drafts.preview)
  const look = useRef(preview.send)
  useEffect(() => {
    look.current = preview.send
  })
  const content = edits.map(({ id, after }) => `${id} ${JSON.stringify(after)}`).join()
  const [seenContent, setSeenContent] = useState<string>()
  const isClosed = state !== 'open' && state !== 'scheduled'
  useEffect(() => {
    if (content === '' || isClosed) return undefined
    const timer = setTimeout(() => {
      setSeenContent(content)
      look.current({ draftId })
    }, settledAfterMs)
    return () => {
      clearTimeout(timer)
    }
  }, [draftId, content, isClosed])
  const isCurrent = seenContent === content && !preview.requesting
  return (
    <aside className={styles['effect']} aria-label={messages.effect}>
      <h2>{messages.effect}</h2>
      <p className={styles['hint']}>{messages.edits(edits.length)}</p>
      {state === 'scheduled' ? (
        <Notice>
          <p>{messages.isScheduled({ name })}</p>
        </Notice>
      ) : null}
      <div className={styles['foreseen']} aria-live="polite" aria-busy={content !== '' && !isCurrent}>
        {content === '' || isClosed ? null : isCurrent ? (
          <>
            <FormError error={preview.error} />
            {preview.data == null ? null : (
              <Foreseen preview={preview.data} accepted={[]} onAccept={undefined} />
            )}
          </>
        ) : (
          <>
            <p className="visually-hidden">{messages.looking}</p>
            <Skeleton lines={3} />
          </>
        )}
      </div>
      <Link className={buttonClass({})} to={deskLinks.drafts(draftId)}>
        {messages.openDraft}
      </Link>
    </aside>
  )
}
