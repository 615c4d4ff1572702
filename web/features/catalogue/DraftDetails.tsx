import { useEffect, useRef, useState } from 'react'
import type { DraftEdit, DraftWithEdits } from '#contract/drafts.ts'
import * as messages from '#messages/desk/drafts.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useMay, useWorksEverywhere } from '#web/platform/permissions.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Badge, Card, Empty, Section, Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { NameAndReason } from './Drafts.tsx'
import styles from './Drafts.module.css'
import { editInWords } from './editWords.ts'
import { textOf } from './choices.ts'
import type { Lists } from './choices.ts'
import { Foreseen, isAccepted } from './Foreseen.tsx'
import type { Code } from './Foreseen.tsx'
import { wordsOf } from './weekGrid.ts'

/** A draft: its edits, what publishing it does, and the buttons for that. */
export const DraftDetails = ({ draftId }: { draftId: number }) => {
  const { data: draft } = useRead(api.drafts.one, { draftId })
  const {
    data: { lists },
  } = useRead(api.office.catalogue)
  const { name, reason, state, author, edits } = draft
  const worksEverywhere = useWorksEverywhere()
  const now = useServerNow(60_000)
  const venue = venueOf(edits) || textOf(lists.venues[0]?.['slug'])
  return (
    <>
      <Section title={name} aside={<Badge>{messages.states[state]}</Badge>}>
        <p>
          <Link to={deskLinks.drafts()}>{messages.all}</Link>
        </p>
        {reason === '' ? null : <p>{reason}</p>}
        {author === null ? null : <p className={styles['quiet']}>{messages.by({ author })}</p>}
        {state === 'open' ? <Rename draft={draft} /> : null}
      </Section>
      <Section
        title={messages.edits}
        aside={
          <div className={styles['buttons']}>
            {venue === '' ? null : (
              <Link
                className={buttonClass({ variant: 'secondary' })}
                to={deskLinks.timetable({ venue, monday: new Date(now).toISOString().slice(0, 10), draftId })}
              >
                {messages.seeWeek}
              </Link>
            )}
            {state === 'open' && worksEverywhere ? (
              <Link className={buttonClass({ variant: 'secondary' })} to={deskLinks.catalogue()}>
                {messages.addMore}
              </Link>
            ) : null}
          </div>
        }
      >
        {edits.length === 0 ? (
          <Empty title={messages.count(0)}>
            <p>{messages.noneHelp}</p>
          </Empty>
        ) : (
          <ul role="list" className={styles['cards']}>
            {edits.map((edit) => (
              <Edit key={edit.id} {...{ draft, edit, lists }} />
            ))}
          </ul>
        )}
      </Section>
      {state === 'open' || state === 'awaiting_approval' || state === 'scheduled' ? (
        <Publishing draft={draft} />
      ) : null}
    </>
  )
}

/** The first venue that it is about. */
const venueOf = (edits: readonly DraftEdit[]): string =>
  edits.flatMap(({ before, after }) => wordsOf((after ?? before)?.['venue']))[0] ?? ''

const Edit = ({ draft, edit, lists }: { draft: DraftWithEdits; edit: DraftEdit; lists: Lists }) => {
  const toasts = useToasts()
  const { kind, of, changes } = editInWords(edit, lists)
  const strike = useCall(api.drafts.strikeEdit, {
    onSuccess: () => {
      toasts.show({ content: messages.struck({ name: of }), colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Card as="li" className={styles['card']}>
      <div className={styles['top']}>
        <h3>{of}</h3>
        <Badge>{messages.kinds[kind]}</Badge>
      </div>
      {changes.length === 0 ? null : (
        <ul className={styles['changes']}>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {draft.state === 'open' ? (
        <div className={styles['buttons']}>
          <Button
            variant="secondary"
            busy={strike.requesting}
            aria-label={messages.actionOf({ action: messages.strike, name: of })}
            onClick={() => {
              strike.send({ draftId: draft.id, editId: edit.id })
            }}
          >
            {messages.strike}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

const Rename = ({ draft }: { draft: DraftWithEdits }) => {
  const toasts = useToasts()
  const call = useCall(api.drafts.change, {
    onSuccess: () => {
      toasts.show({ content: messages.saved, colour: 'success', closeAfter: 5000 })
    },
  })
  const form = useForm(call, ({ text }) => {
    call.send({ draftId: draft.id, name: text('name'), reason: text('reason') })
  })
  return (
    <details className={styles['more']}>
      <summary>{messages.rename}</summary>
      <form {...form} className={styles['form']}>
        <FormError error={call.error} />
        <NameAndReason draft={draft} errors={call.validationMessages} />
        <div className={styles['buttons']}>
          <Button type="submit" busy={call.requesting}>
            {messages.save}
          </Button>
        </div>
      </form>
    </details>
  )
}

/** Looks at what the draft does whenever it has changed, and publishes what was seen. */
const Publishing = ({ draft }: { draft: DraftWithEdits }) => {
  const { id: draftId, name, state, edits, goesLiveAt, isOwnRequest } = draft
  const may = useMay()
  const toasts = useToasts()
  const navigate = useNavigate()
  const [accepted, setAccepted] = useState<Code[]>([])
  const preview = useCall(api.drafts.preview)
  const look = useRef(preview.send)
  useEffect(() => {
    look.current = preview.send
  })
  const content = edits.map(({ id, after }) => `${id} ${JSON.stringify(after)}`).join()
  useEffect(() => {
    setAccepted([])
    if (content !== '') look.current({ draftId })
  }, [draftId, content])
  const succeed = (text: string) => {
    toasts.show({ content: text, colour: 'success', closeAfter: 5000 })
  }
  const onRefusal = ({ code }: { code: string }) => {
    // It says what has changed; what it does now is shown as well.
    if (code === 'effect_changed' || code === 'blocked') preview.send({ draftId })
  }
  const publish = useCall(api.drafts.publish, {
    onSuccess: (done) => {
      if (done.state === 'awaiting_approval') return succeed(messages.approvalRequested({ name }))
      if (done.state === 'scheduled') return succeed(messages.scheduled({ name }))
      succeed(messages.published({ name }))
      void navigate(deskLinks.drafts())
    },
    onFailure: onRefusal,
  })
  const approve = useCall(api.drafts.approve, {
    onSuccess: (done) => {
      if (done.state === 'scheduled') return succeed(messages.scheduled({ name }))
      succeed(messages.published({ name }))
      void navigate(deskLinks.drafts())
    },
    onFailure: onRefusal,
  })
  const unschedule = useCall(api.drafts.unschedule, {
    onSuccess: () => {
      succeed(messages.unscheduled({ name }))
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const later = useForm(publish, ({ text }) => {
    const digest = preview.data?.digest ?? ''
    publish.send({
      draftId,
      digest,
      accept: accepted,
      goesLiveAt: { day: text('day'), time: text('time') },
    })
  })
  const seen = edits.length === 0 || preview.requesting ? undefined : preview.data
  const canPublish = may('timetable.publish') && state === 'open'
  const canApprove = may('timetable.publish') && state === 'awaiting_approval' && !isOwnRequest
  const isReady = seen != null && seen.digest !== null && isAccepted(seen, accepted)
  return (
    <Section title={messages.effect}>
      {state === 'open' ? null : (
        <Notice>
          {state === 'awaiting_approval' ? <p>{messages.waits(draft)}</p> : null}
          {goesLiveAt === null ? null : (
            <p>{messages.goesLive({ at: goesLiveAt.utc, zone: goesLiveAt.timezone })}</p>
          )}
          {may('timetable.publish') ? (
            <Button
              variant="secondary"
              busy={unschedule.requesting}
              onClick={() => {
                unschedule.send({ draftId })
              }}
            >
              {state === 'scheduled' ? messages.unschedule : messages.takeRequestBack}
            </Button>
          ) : null}
        </Notice>
      )}
      <div className={styles['effect']} aria-live="polite" aria-busy={preview.requesting}>
        {preview.requesting ? (
          <>
            <p className="visually-hidden">{messages.looking}</p>
            <Skeleton lines={3} />
          </>
        ) : null}
        <FormError error={publish.error ?? approve.error ?? preview.error} />
        {canPublish && seen?.needsSecondPerson === true ? <p>{messages.isAbove}</p> : null}
        {seen == null ? null : (
          <Foreseen
            preview={seen}
            accepted={accepted}
            onAccept={canPublish || canApprove ? setAccepted : undefined}
          />
        )}
        <div className={styles['buttons']}>
          {canPublish && seen?.effect != null ? (
            <Button
              size="lg"
              busy={publish.requesting}
              disabled={!isReady}
              onClick={() => {
                publish.send({ draftId, digest: seen.digest ?? '', accept: accepted })
              }}
            >
              {seen.needsSecondPerson ? messages.askFor(seen.effect) : messages.publish(seen.effect)}
            </Button>
          ) : null}
          {canApprove && seen?.effect != null ? (
            <Button
              size="lg"
              busy={approve.requesting}
              disabled={!isReady}
              onClick={() => {
                approve.send({ draftId, digest: seen.digest ?? '', accept: accepted })
              }}
            >
              {messages.approve(seen.effect)}
            </Button>
          ) : null}
          {edits.length === 0 ? null : (
            <Button
              variant="secondary"
              busy={preview.requesting}
              onClick={() => {
                publish.reset()
                approve.reset()
                preview.send({ draftId })
              }}
            >
              {messages.lookAgain}
            </Button>
          )}
        </div>
      </div>
      {canPublish && seen?.digest != null ? (
        <details className={styles['more']}>
          <summary>{messages.later}</summary>
          <form {...later} className={styles['form']}>
            <p>{messages.laterHelp}</p>
            <div className={styles['when']}>
              <TextField
                label={messages.day}
                name="day"
                type="date"
                errors={publish.validationMessages['goes_live_at.day']}
              />
              <TextField
                label={messages.time}
                name="time"
                type="time"
                errors={publish.validationMessages['goes_live_at.time']}
              />
            </div>
            <div className={styles['buttons']}>
              <Button type="submit" busy={publish.requesting} disabled={!isReady}>
                {messages.schedule}
              </Button>
            </div>
          </form>
        </details>
      ) : null}
      {state === 'open' ? <Discard draft={draft} /> : null}
    </Section>
  )
}

const Discard = ({ draft: { id: draftId, name } }: { draft: DraftWithEdits }) => {
  const toasts = useToasts()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const call = useCall(api.drafts.discard, {
    onSuccess: () => {
      toasts.show({ content: messages.discarded({ name }), colour: 'success', closeAfter: 5000 })
      void navigate(deskLinks.drafts())
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <div className={styles['more']}>
      <Button
        variant="secondary"
        onClick={() => {
          setIsOpen(true)
        }}
      >
        {messages.discard}
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={messages.discardTitle({ name })}
          label={messages.discard}
          cancelLabel={messages.keep}
          busy={call.requesting}
          onConfirm={() => {
            call.send({ draftId })
          }}
          onClose={() => {
            setIsOpen(false)
          }}
        >
          {messages.discardHelp}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
