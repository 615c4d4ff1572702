import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import type { Basket } from '#contract/baskets.ts'
import type { SavedCard } from '#contract/checkout.ts'
import type { CustomerDetails } from '#contract/customers.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import type { Channel } from '#web/platform/channel.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AcceptTerms, type CheckoutTerms } from './AcceptTerms.tsx'
import { browserInfo } from './browserInfo.ts'
import styles from './CheckoutForm.module.css'
import { creditChoices } from './credit.ts'
import { saveCheckoutDraft, readCheckoutDraft } from './checkoutDraft.ts'
import {
  fieldNames,
  inCardFields,
  payerDetailsFrom,
  errorList,
  missingFields,
  type FieldName,
  type Typed,
} from './checkoutFields.ts'
import { PaymentMethod } from './PaymentMethod.tsx'
import { isInProgress, type Payment } from './paymentState.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import type { Card, PaymentOrder, PaymentFlow } from './paymentFlow.ts'
import { Step } from './Step.tsx'
import { formError, type FieldErrors, type CheckoutError } from './checkoutErrors.ts'
import { UseCredit } from './UseCredit.tsx'
import { PayerDetails } from './PayerDetails.tsx'

/** What is paid for: what checkout is told of it, and the words for it. */
export type Purchase = {
  /** Whose credit may pay, or the customer's account with us; null where no basket is paid for. */
  basket: Basket | null
  settled: Pick<
    PaymentOrder['complete'],
    'source' | 'joiningId' | 'itemHash' | 'payments' | 'completedWaivers'
  >
  formattedBalance: string
  /** Where there is nothing to pay: the button, and while it is at work. */
  confirm: string
  confirming: string
  /** Stands under the button where neither a card nor the account is charged. */
  nothingToPay: string
  /** Whether the card is kept without being asked about. */
  keepsCard?: boolean
}

/** The one form of the page. What was typed stays through every refusal, and through leaving and coming back. */
export const CheckoutForm = ({
  purchase,
  customer,
  details,
  terms,
  payment,
  flow,
  paidByCard,
  loginTo,
  onInvalid,
}: {
  purchase: Purchase
  customer: LoggedInCustomer | null
  details: CustomerDetails | null
  terms: CheckoutTerms
  payment: Payment
  flow: PaymentFlow
  /** False where nothing is left to pay (E13). */
  paidByCard: boolean
  loginTo: string
  onInvalid: (error: CheckoutError) => void
}) => {
  const { channel } = useVisit()
  const form = useRef<HTMLFormElement>(null)
  const card = useRef<Card>(null)
  const { session, stage, error } = payment
  const who = customer?.id ?? null
  const known = payerDetailsFrom(details)
  const [chosen, setChosen] = useChosenCard(payment)
  const [restored, setRestored] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>(error?.fields ?? {})
  const live = useLive()
  const [applying, setApplying] = useState(false)
  const [wantsAccount, setWantsAccount] = useState(false)
  const { basket } = purchase
  // Charged to the customer's account, where the operator offers it.
  const offersAccount = basket !== null && session?.tenders.includes('customer_account_online') === true
  const onAccount = paidByCard && wantsAccount && offersAccount
  const byCard = paidByCard && !onAccount
  const hasCredit = basket !== null && creditChoices(basket).length > 0
  const asksHow = paidByCard || hasCredit

  const asked = {
    email: customer === null,
    billing: byCard && chosen.savedCard === null,
    terms: terms.some(({ required }) => required),
  }

  // What was typed before one went away.
  useEffect(() => {
    const { current } = form
    if (current === null) return
    const draft = readCheckoutDraft(who)
    for (const name of fieldNames) {
      const field = current.elements.namedItem(name)
      const typed = draft[name]
      // Whatever the browser has filled in, or somebody typed before the script came, is newer.
      if (field instanceof HTMLInputElement && typed !== undefined && field.value === field.defaultValue) {
        field.value = typed
      }
    }
    const save = current.elements.namedItem('saveCard')
    if (draft.saveCard === true && save instanceof HTMLInputElement) save.checked = true
    setRestored(true)
  }, [who])

  const shownError = useRef(error)
  useEffect(() => {
    if (shownError.current === error) return
    shownError.current = error
    setErrors(error?.fields ?? {})
  }, [error])

  const correct = (...names: string[]): void => {
    if (names.some((name) => errors[name] !== undefined)) setErrors(without(errors, names))
  }

  const edited = ({ target }: FormEvent<HTMLFormElement>): void => {
    const { current } = form
    if (current === null || !(target instanceof HTMLInputElement)) return
    flow.edited()
    correct(target.name)
    saveCheckoutDraft(who, { ...typedIn(current), saveCard: isChecked(current, 'saveCard') })
  }

  const submit = (): void => {
    const { current } = form
    if (current === null || applying || isInProgress(payment)) return
    const typed = typedIn(current)
    const missing = missingFields(typed, isChecked(current, 'terms'), asked)
    if (Object.keys(missing).length > 0) {
      onInvalid(formError(missing))
      return
    }
    const identify = card.current?.identify
    const order = orderOf({
      purchase,
      terms,
      typed,
      asked,
      session,
      channel,
      saveCard: isChecked(current, 'saveCard'),
      onAccount,
    })
    void flow.pay({ ...order, card: byCard && identify !== undefined ? { identify } : null })
  }

  const latestSubmit = useRef(submit)
  useEffect(() => {
    latestSubmit.current = submit
  })
  const submitFromFrame = useCallback(() => {
    latestSubmit.current()
  }, [])
  const cardTyped = useCallback(() => {
    flow.edited()
  }, [flow])
  const nameTyped = useCallback(() => (form.current === null ? '' : holderIn(typedIn(form.current))), [])

  const askedBefore = error?.kind === 'form'
  const busy = isInProgress(payment)
  return (
    // What happens in the fields is heard here once for all of them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the form itself is not operated
    <form
      ref={form}
      className={styles['form']}
      method="post"
      noValidate
      onInput={edited}
      onBlur={({ target }) => {
        if (!askedBefore || form.current === null || !(target instanceof HTMLInputElement)) return
        const { name } = target
        const still = missingFields(typedIn(form.current), isChecked(form.current, 'terms'), asked)[name]
        if (still !== undefined) setErrors({ ...errors, [name]: still })
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <noscript>
        <Notice colour="warning" title="Paying needs JavaScript">
          <p>
            It is switched off in your browser. What you chose is kept: switch JavaScript on and load this
            page again, or ask the venue to book for you.
          </p>
        </Notice>
      </noscript>
      {error === null || (error.kind === 'form' && errorList(errors).length === 0) ? null : (
        <ErrorSummary error={error} errors={errors} />
      )}
      <div className={styles['steps']} inert={busy && stage !== 'identifying'}>
        <Step number={1} title="Your details">
          <PayerDetails {...{ customer, known, asked, errors, restored, loginTo }} />
        </Step>
        {asksHow ? (
          <Step number={2} title="How to pay">
            {customer === null || basket === null ? null : (
              <UseCredit
                basket={basket}
                onApplying={(isApplying) => {
                  flow.edited()
                  setApplying(isApplying)
                }}
              />
            )}
            {paidByCard ? (
              <PaymentMethod
                {...{ session, chosen, errors, live, offersAccount, onAccount }}
                mayKeep={
                  customer !== null && channel.sharedDevice === undefined && purchase.keepsCard !== true
                }
                onAccountChosen={() => {
                  setWantsAccount(true)
                  flow.edited()
                  correct('card', inCardFields)
                }}
                onChoose={(savedCard) => {
                  setWantsAccount(false)
                  setChosen(savedCard)
                  flow.edited()
                  correct('card', inCardFields)
                }}
                cardholderName={nameTyped}
                onEnter={submitFromFrame}
                onTyping={cardTyped}
                onRetry={() => void flow.prepare()}
                ref={card}
              />
            ) : null}
          </Step>
        ) : null}
        {terms.length === 0 ? null : (
          <Step number={asksHow ? 3 : 2} title="Terms">
            <AcceptTerms terms={terms} errors={errors['terms']} />
          </Step>
        )}
      </div>
      <div className={styles['pay']}>
        <Button
          // Before the script is there the button could only lose what was typed.
          type={live ? 'submit' : 'button'}
          size="lg"
          wide
          busy={busy || applying}
        >
          {payLabel(payment, purchase, paidByCard, onAccount)}
        </Button>
        <p role="status" className="visually-hidden">
          {busy ? 'Paying…' : ''}
        </p>
      </div>
      <p className={styles['trust']}>
        <Icon name="lock" size={16} />
        {trustIn(purchase, byCard, onAccount)}
      </p>
    </form>
  )
}

type Chosen = { savedCards: readonly SavedCard[]; savedCard: SavedCard | null }

/** The card to pay with: the newest of those kept, until somebody chooses. The list outlives its session. */
const useChosenCard = ({ session }: Payment): [Chosen, (savedCard: SavedCard | null) => void] => {
  const [kept, setKept] = useState<readonly SavedCard[]>(session?.savedCards ?? [])
  const [choice, setChoice] = useState<SavedCard | null | undefined>()
  if (session !== null && session.savedCards !== kept) setKept(session.savedCards)
  const standing = kept.find(({ id }) => id === (choice === undefined ? session?.savedCard?.id : choice?.id))
  return [{ savedCards: kept, savedCard: standing ?? null }, setChoice]
}

/** Whether script has taken over: what the server draws must not depend on it. */
const useLive = (): boolean => {
  const [live, setLive] = useState(false)
  useEffect(() => {
    setLive(true)
  }, [])
  return live
}

const trustIn = ({ nothingToPay }: Purchase, byCard: boolean, onAccount: boolean): string => {
  if (byCard) return 'Your card details go straight to the payment company. We never see or keep them.'
  return onAccount ? 'It is added to your account with us. Nothing is taken from a card.' : nothingToPay
}

const orderOf = ({
  purchase,
  terms,
  typed,
  asked,
  session,
  channel,
  saveCard,
  onAccount,
}: {
  purchase: Purchase
  terms: CheckoutTerms
  typed: Typed
  asked: { email: boolean; billing: boolean }
  session: Payment['session']
  channel: Pick<Channel, 'checkout'>
  saveCard: boolean
  onAccount: boolean
}): Omit<PaymentOrder, 'card'> => {
  const settled = {
    ...purchase.settled,
    terms: terms.map(({ id }) => id),
    termsAccepted: true,
    payments: [
      ...(purchase.settled.payments ?? []),
      ...(onAccount && purchase.basket !== null
        ? [{ tenderType: 'customer_account_online' as const, amount: purchase.basket.balance }]
        : []),
    ],
    ...(asked.email && { email: typed.email.trim() }),
  }
  const { email: _, ...billing } = typed
  return {
    authorise: {
      ...(asked.billing ? { ...billing, saveCard } : {}),
      ...browserInfo(),
      ...channel.checkout,
      sessionKey: session?.sessionKey ?? '',
      ...settled,
    },
    complete: settled,
  }
}

const payLabel = (payment: Payment, purchase: Purchase, paidByCard: boolean, onAccount: boolean): string => {
  if (isInProgress(payment)) return paidByCard ? 'Paying…' : purchase.confirming
  if (payment.transactionUuid !== null || payment.error?.kind === 'unknown') return 'Try again'
  if (onAccount) return `Charge ${purchase.formattedBalance} to your account`
  return paidByCard ? `Pay ${purchase.formattedBalance}` : purchase.confirm
}

const typedIn = (form: HTMLFormElement): Typed => {
  const data = new FormData(form)
  const of = (name: FieldName): string => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(fieldNames.map((name) => [name, of(name)])) as Typed
}

const isChecked = (form: HTMLFormElement, name: string): boolean => new FormData(form).has(name)

const holderIn = ({ billingFirstName, billingLastName }: Typed): string =>
  `${billingFirstName} ${billingLastName}`.trim()

const without = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !names.includes(field)))
