import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { DocumentToReview } from '#contract/documents.ts'
import { dayInWords } from '#contract/time.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './ReviewDocument.module.css'

/** One document to look at: what it is and whose, and what is said of it. */
export const ReviewDocument = ({ document, owner }: { document: DocumentToReview; owner: ReactNode }) => {
  const { id, name, firstName, lastName, mediaType, fileName, reference, dateOfBirth } = document
  const { basePath } = useVisit()
  const [refusing, setRefusing] = useState(false)
  const whose = `${name} of ${firstName} ${lastName}`
  const address = `${basePath}/api/my-account/documents/${id}/file`
  return (
    <article className={styles['card']} aria-label={whose}>
      {mediaType === 'application/pdf' ? (
        <p className={styles['paper']}>{fileName}</p>
      ) : (
        <img className={styles['picture']} src={address} alt={whose} />
      )}
      <div className={styles['what']}>
        <h2>{name}</h2>
        <p>
          {owner}
          <span className={styles['facts']}>
            {[
              reference,
              ...(dateOfBirth === null ? [] : [`born ${dayInWords(dateOfBirth)}`]),
              `sent ${dayInWords(document.uploadedAt.slice(0, 10))}`,
            ].join(' · ')}
          </span>
        </p>
        <p>
          <a href={address} target="_blank" rel="noopener">
            Open it in full<span className="visually-hidden">: {whose} (opens in a new tab)</span>
          </a>
        </p>
        {refusing ? (
          <Refuse
            document={document}
            onBack={() => {
              setRefusing(false)
            }}
          />
        ) : (
          <Accept
            document={document}
            whose={whose}
            onRefuse={() => {
              setRefusing(true)
            }}
          />
        )}
      </div>
    </article>
  )
}

const useReview = (done: string) => {
  const toasts = useToasts()
  return useCall(api.documents.review, {
    onSuccess: () => {
      toasts.show({ content: done, colour: 'success', closeAfter: 5000 })
    },
  })
}

const Accept = ({
  document: { id, holdsUntil, firstName },
  whose,
  onRefuse,
}: {
  document: DocumentToReview
  whose: string
  onRefuse: () => void
}) => {
  const review = useReview(`Accepted. ${firstName} can see so.`)
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (review.requesting) return
    const expiresOn = textOf(event.currentTarget, 'expiresOn')
    review.send({ documentId: id, accepted: true, expiresOn: expiresOn === '' ? null : expiresOn })
  }
  return (
    <form className={styles['form']} onSubmit={submitted} noValidate>
      <TextField
        label="Holds until"
        name="expiresOn"
        type="date"
        defaultValue={holdsUntil}
        errors={review.validationMessages['expiresOn']}
      />
      <Failure error={review.error} />
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={review.requesting} aria-label={`Accept ${whose}`}>
          Accept
        </Button>
        <Button variant="secondary" size="lg" aria-label={`Refuse ${whose}`} onClick={onRefuse}>
          Refuse
        </Button>
      </div>
    </form>
  )
}

/** What it mostly is; anything else is typed. */
const usual = ['The name cannot be read.', 'It has run out.', 'It is not what we asked for.']

const Refuse = ({
  document: { id, firstName },
  onBack,
}: {
  document: DocumentToReview
  onBack: () => void
}) => {
  const form = useRef<HTMLFormElement>(null)
  // The button that was pressed has gone; the focus goes to what it opened.
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])
  const review = useReview(`Refused. ${firstName} can read why, and send another.`)
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (review.requesting) return
    review.send({ documentId: id, accepted: false, message: textOf(event.currentTarget, 'message') })
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={submitted} noValidate>
      <TextField
        label="Why it is refused"
        hint={`${firstName} reads this.`}
        name="message"
        list={`reasons-${id}`}
        autoComplete="off"
        required
        maxLength={300}
        errors={review.validationMessages['message']}
      />
      <datalist id={`reasons-${id}`}>
        {usual.map((reason) => (
          <option key={reason} value={reason}>
            {reason}
          </option>
        ))}
      </datalist>
      <Failure error={review.error} />
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={review.requesting}>
          Refuse it
        </Button>
        <Button variant="secondary" size="lg" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}

const Failure = ({ error }: { error: { code: string; message: string } | null }) =>
  error === null || error.code === 'invalid' ? null : (
    <Notice colour="danger" role="alert">
      <p>{error.message}</p>
    </Notice>
  )

const textOf = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
