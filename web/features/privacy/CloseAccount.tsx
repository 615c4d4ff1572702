import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import type { InTheWay } from '#contract/privacy.ts'
import { api } from '#web/platform/api.ts'
import { readAgain, useCall } from '#web/platform/queries.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Privacy.module.css'

/**
 * The end of an account: what goes and what stays, what has to be done first, and the question with the password.
 * `wayTo` leads to where something in the way is dealt with.
 */
export const CloseAccount = ({
  inTheWay,
  givesUp,
  along,
  wayTo,
  onClosed,
}: {
  inTheWay: readonly InTheWay[]
  givesUp: readonly string[]
  along: readonly string[]
  wayTo: (code: InTheWay['code']) => ReactNode
  onClosed: () => void
}) => (
  <Card>
    <div className={styles['part']}>
      <div className={styles['words']}>
        <div>
          <h3>What goes</h3>
          <ul>
            <li>
              your name, e-mail address, phone number, address and date of birth, your photo and password
            </li>
            <li>documents you sent, answers you gave, people you brought, messages we wrote to you</li>
            <li>saved cards, here and at the card company; places on waitlists; your calendar address</li>
            {along.length === 0 ? null : (
              <li>
                all of this for {inWords(along)}, who {along.length === 1 ? 'has' : 'have'} no log-in of their
                own
              </li>
            )}
          </ul>
        </div>
        <div>
          <h3>What stays</h3>
          <ul>
            <li>
              what was booked and paid, because the law makes us keep our books: without your name, as that of
              a former customer
            </li>
            <li>your customer number, which is the number of these entries</li>
          </ul>
        </div>
      </div>
      {inTheWay.length === 0 ? (
        <CloseForm givesUp={givesUp} onClosed={onClosed} />
      ) : (
        <Notice colour="warning" title="First, please">
          <ul className={styles['todo']}>
            {inTheWay.map(({ code, message }) => (
              <li key={code}>
                {message} {wayTo(code)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  </Card>
)

const CloseForm = ({ givesUp, onClosed }: { givesUp: readonly string[]; onClosed: () => void }) => {
  const { queries } = useVisit()
  const form = useRef<HTMLFormElement>(null)
  const close = useCall(api.privacy.close, {
    onSuccess: onClosed,
    onFailure: (error) => {
      // Something has come in the way since this page was read.
      if (error.status === 409) readAgain(queries, ['account'])
    },
  })
  const { error, validationMessages: wrong } = close
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (close.requesting) return
    const answers = new FormData(event.currentTarget)
    const password = answers.get('currentPassword')
    close.send({
      currentPassword: typeof password === 'string' ? password : '',
      giveUpWhatIsLeft: answers.has('giveUpWhatIsLeft'),
    })
  }
  return (
    <form ref={form} className={styles['form']} method="post" onSubmit={submitted} noValidate>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      {givesUp.length === 0 ? null : (
        <CheckField name="giveUpWhatIsLeft">
          I give up what is left in my account: <strong>{inWords(givesUp)}</strong>
        </CheckField>
      )}
      <TextField
        label="Current password"
        hint="So that nobody else can delete your account. It cannot be brought back."
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        errors={wrong['current_password']}
      />
      <Button type="submit" className={styles['final'] ?? ''} size="lg" busy={close.requesting}>
        Delete my account
      </Button>
    </form>
  )
}

/** `a`, `a and b`, `a, b and c`. */
const inWords = (things: readonly string[]): string =>
  things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1) ?? ''}`
