import { useEffect, useState, type ReactNode } from 'react'
import type { DocumentToReview } from '#contract/documents.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/desk/documents.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import styles from './ReviewDocument.module.css'

/** A document that a customer has uploaded, to be accepted or rejected. `owner` links to the customer. */
export const ReviewDocument = ({ document, owner }: { document: DocumentToReview; owner: ReactNode }) => {
  const { id, name, firstName, lastName, mediaType, fileName, reference, dateOfBirth } = document
  const { basePath } = usePageContext()
  const [isRejecting, setRejecting] = useState(false)
  const title = messages.documentFrom({ document: name, name: `${firstName} ${lastName}` })
  const address = `${basePath}/api/my-account/documents/${id}/file`
  return (
    <article className={styles['card']} aria-label={title}>
      {mediaType === 'application/pdf' ? (
        <p className={styles['paper']}>{fileName}</p>
      ) : (
        <img className={styles['picture']} src={address} alt={title} />
      )}
      <div className={styles['what']}>
        <h2>{name}</h2>
        <p>
          {owner}
          <span className={styles['facts']}>
            {[
              reference,
              ...(dateOfBirth === null ? [] : [messages.born({ date: longDate(dateOfBirth) })]),
              messages.uploaded({ date: longDate(document.uploadedAt.slice(0, 10)) }),
            ].join(' · ')}
          </span>
        </p>
        <p>
          <a href={address} target="_blank" rel="noopener">
            {messages.openFull}
            <span className="visually-hidden">{messages.inNewTab({ document: title })}</span>
          </a>
        </p>
        {isRejecting ? (
          <RejectForm
            document={document}
            onBack={() => {
              setRejecting(false)
            }}
          />
        ) : (
          <AcceptForm
            document={document}
            title={title}
            onReject={() => {
              setRejecting(true)
            }}
          />
        )}
      </div>
    </article>
  )
}

const useReview = (successMessage: string) => {
  const toasts = useToasts()
  return useCall(api.documents.review, {
    onSuccess: () => {
      toasts.show({ content: successMessage, colour: 'success', closeAfter: 5000 })
    },
  })
}

const AcceptForm = ({
  document: { id, holdsUntil, firstName },
  title,
  onReject,
}: {
  document: DocumentToReview
  title: string
  onReject: () => void
}) => {
  const review = useReview(messages.accepted({ name: firstName }))
  const form = useForm(review, ({ text }) => {
    review.send({ documentId: id, accepted: true, expiresOn: text('expiresOn') || null })
  })
  return (
    <form {...form} className={styles['form']}>
      <TextField
        label={messages.validUntil}
        name="expiresOn"
        type="date"
        defaultValue={holdsUntil}
        errors={review.validationMessages['expiresOn']}
      />
      <FormError error={review.error} />
      <div className={styles['buttons']}>
        <Button
          type="submit"
          size="lg"
          busy={review.requesting}
          aria-label={messages.acceptDocument({ document: title })}
        >
          {messages.accept}
        </Button>
        <Button
          variant="secondary"
          size="lg"
          aria-label={messages.rejectDocument({ document: title })}
          onClick={onReject}
        >
          {messages.reject}
        </Button>
      </div>
    </form>
  )
}

const RejectForm = ({
  document: { id, firstName },
  onBack,
}: {
  document: DocumentToReview
  onBack: () => void
}) => {
  const review = useReview(messages.rejected({ name: firstName }))
  const form = useForm(review, ({ text }) => {
    review.send({ documentId: id, accepted: false, message: text('message') })
  })
  const { ref } = form
  // The button that was pressed is gone, so the focus moves to the field it opened.
  useEffect(() => {
    ref.current?.querySelector('input')?.focus()
  }, [ref])
  return (
    <form {...form} className={styles['form']}>
      <TextField
        label={messages.reason}
        hint={messages.reasonHint({ name: firstName })}
        name="message"
        list={`reasons-${id}`}
        autoComplete="off"
        required
        maxLength={300}
        errors={review.validationMessages['message']}
      />
      <datalist id={`reasons-${id}`}>
        {messages.commonReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reason}
          </option>
        ))}
      </datalist>
      <FormError error={review.error} />
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={review.requesting}>
          {messages.confirmReject}
        </Button>
        <Button variant="secondary" size="lg" onClick={onBack}>
          {messages.back}
        </Button>
      </div>
    </form>
  )
}
