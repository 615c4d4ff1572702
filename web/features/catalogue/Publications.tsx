import { useEffect, useRef, useState } from 'react'
import type { Publication } from '#contract/drafts.ts'
import * as messages from '#messages/desk/drafts.ts'
import { api } from '#web/platform/api.ts'
import { useMay } from '#web/platform/permissions.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Badge, Card, Section, Skeleton } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Drafts.module.css'
import { editInWords } from './editWords.ts'
import { Foreseen, isAccepted } from './Foreseen.tsx'
import type { Code } from './Foreseen.tsx'

/** What was published, by whom, when, why and with what effect; each can be undone for a while. */
export const Publications = () => {
  const { data } = useRead(api.drafts.publications)
  return (
    <Section title={messages.publications}>
      {data.length === 0 ? (
        <p>{messages.nothingPublished}</p>
      ) : (
        <ul role="list" className={styles['cards']}>
          {data.map((publication) => (
            <Card key={publication.id} as="li" className={styles['card']}>
              <PublicationDetails publication={publication} />
            </Card>
          ))}
        </ul>
      )}
    </Section>
  )
}

const PublicationDetails = ({ publication }: { publication: Publication }) => {
  const { name, reason, publishedAt, publishedBy, approvedBy, isUndone, isUndo, effect, edits } = publication
  const {
    data: { lists },
  } = useRead(api.office.catalogue)
  const { data: config } = useRead(api.operator.config)
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  const title = isUndo ? messages.undoOf({ name }) : name
  return (
    <>
      <div className={styles['top']}>
        <h3>{title}</h3>
        {isUndone ? <Badge>{messages.undone}</Badge> : null}
      </div>
      <p className={styles['quiet']}>
        {messages.publishedBy({ at: publishedAt, zone: config.timezone, person: publishedBy })}
      </p>
      {approvedBy === null ? null : (
        <p className={styles['quiet']}>{messages.approvedBy({ person: approvedBy })}</p>
      )}
      {reason === '' ? null : <p>{reason}</p>}
      <p>{messages.effectInWords(effect) || messages.sendsNothing}</p>
      <details>
        <summary>{messages.count(edits.length)}</summary>
        <ul className={styles['changes']}>
          {edits.map((edit, index) => {
            const { kind, of, changes } = editInWords(edit, lists)
            return (
              <li key={index}>
                {messages.editOf({ list: messages.kinds[kind], name: of })}
                {kind === 'changed' ? ` (${changes.join('; ')})` : ''}
              </li>
            )
          })}
        </ul>
      </details>
      {isUndone || !may('timetable.publish') ? null : (
        <div className={styles['buttons']}>
          <Button
            variant="secondary"
            aria-label={messages.actionOf({ action: messages.undo, name: title })}
            onClick={() => {
              setIsOpen(true)
            }}
          >
            {messages.undo}
          </Button>
        </div>
      )}
      {isOpen ? (
        <Undo
          {...{ publication, title }}
          onClose={() => {
            setIsOpen(false)
          }}
        />
      ) : null}
    </>
  )
}

const Undo = ({
  publication: { id: publicationId, undoUntil },
  title,
  onClose,
}: {
  publication: Publication
  title: string
  onClose: () => void
}) => {
  const toasts = useToasts()
  const [accepted, setAccepted] = useState<Code[]>([])
  const preview = useCall(api.drafts.previewUndo)
  const look = useRef(preview.send)
  useEffect(() => {
    look.current({ publicationId })
  }, [publicationId])
  const undo = useCall(api.drafts.undo, {
    onSuccess: () => {
      toasts.show({ content: messages.undoneNow({ name: title }), colour: 'success', closeAfter: 5000 })
      onClose()
    },
    onFailure: ({ code }) => {
      if (code === 'effect_changed' || code === 'blocked') preview.send({ publicationId })
    },
  })
  const seen = preview.requesting ? undefined : preview.data
  return (
    <Modal title={messages.undoTitle({ name: title })} onClose={onClose}>
      <div className={styles['effect']} aria-live="polite" aria-busy={preview.requesting}>
        {preview.requesting ? <Skeleton lines={3} /> : null}
        <FormError error={undo.error ?? preview.error} />
        {seen == null ? null : (
          <>
            {seen.lost === null ? null : (
              <Notice colour="warning">
                <p>{messages.lost(seen.lost)}</p>
              </Notice>
            )}
            <Foreseen preview={seen} accepted={accepted} onAccept={setAccepted} />
            {undoUntil === null ? null : (
              <p className={styles['quiet']}>
                {messages.until({ at: undoUntil.utc, zone: undoUntil.timezone })}
              </p>
            )}
          </>
        )}
      </div>
      <div className={styles['buttons']}>
        {seen?.effect == null ? null : (
          <Button
            size="lg"
            busy={undo.requesting}
            disabled={!isAccepted(seen, accepted)}
            onClick={() => {
              undo.send({ publicationId, digest: seen.digest ?? '', accept: accepted })
            }}
          >
            {messages.undoNow(seen.effect)}
          </Button>
        )}
        <Button variant="secondary" size="lg" onClick={onClose}>
          {messages.cancel}
        </Button>
      </div>
    </Modal>
  )
}
