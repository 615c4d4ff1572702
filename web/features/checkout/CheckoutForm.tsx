import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import type { CustomerDetails } from '#contract/customers.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as messages from '#messages/shared/checkout.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AcceptTerms, type CheckoutTerms } from './AcceptTerms.tsx'
import type { CardInput } from './cardInput.ts'
import { saveCheckoutDraft } from './checkoutDraft.ts'
import type { CheckoutError, FieldErrors } from './checkoutErrors.ts'
import { errorList, inCardFields, isInCardFields, payerDetailsFrom } from './checkoutFields.ts'
import styles from './CheckoutForm.module.css'
import { isChecked, readPayerFields, withoutFields } from './checkoutFormData.ts'
import { creditChoices } from './credit.ts'
import { ErrorSummary, UseCredit, WalletButtons } from './lazyParts.ts'
import { WalletsLoading } from './WalletsLoading.tsx'
import { PayerDetails } from './PayerDetails.tsx'
import type { PaymentFlow } from './paymentFlow.ts'
import { PaymentMethod } from './PaymentMethod.tsx'
import { isInProgress, type Payment } from './paymentState.ts'
import { payLabel, securityNote } from './payLabel.ts'
import type { Purchase } from './purchase.ts'
import { Step } from './Step.tsx'
import { useCheckoutDraft } from './useCheckoutDraft.ts'
import { useHydrated } from './useHydrated.ts'
import { useSavedCardChoice } from './useSavedCardChoice.ts'
import { useSubmitCheckout } from './useSubmitCheckout.ts'

/** The one form of the checkout. It keeps what was typed through every error and through leaving the page. */
export const CheckoutForm = ({
  purchase,
  customer,
  details,
  terms,
  payment,
  flow,
  paidByCard,
  isHeld = true,
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
  /** False once the places are no longer held: nothing can be paid, and all that was typed stays. */
  isHeld?: boolean
  loginTo: string
  onInvalid: (error: CheckoutError) => void
}) => {
  const { channel } = usePageContext()
  const form = useRef<HTMLFormElement>(null)
  const card = useRef<CardInput>(null)
  const { session, isPreparing, stage, error } = payment
  const customerId = customer?.id ?? null
  const initialValues = payerDetailsFrom(details)
  const [cardChoice, setSavedCard] = useSavedCardChoice(payment)
  const isRestored = useCheckoutDraft(form, customerId)
  const [errors, setErrors] = useState<FieldErrors>(error?.fields ?? {})
  const isHydrated = useHydrated()
  const [isApplyingCredit, setApplyingCredit] = useState(false)
  const [wantsAccount, setWantsAccount] = useState(false)
  const { basket } = purchase
  const offersAccount = basket !== null && session?.tenders.includes('customer_account_online') === true
  const onAccount = paidByCard && wantsAccount && offersAccount
  const byCard = paidByCard && !onAccount
  const hasCredit = basket !== null && creditChoices(basket).length > 0
  const hasPaymentStep = paidByCard || hasCredit
  // A customer accepts each version once.
  const openTerms = terms.filter(({ accepted }) => !accepted)
  // A wallet's card cannot be charged again later, and a shared device is no one's wallet.
  const walletsUrl =
    paidByCard && purchase.savesCard !== true && channel.sharedDevice === undefined
      ? (session?.paymentProviderConfiguration.walletsUrl ?? null)
      : null
  const required = {
    email: customer === null && purchase.asksForEmail !== false,
    billing: byCard && cardChoice.savedCard === null,
    address: session?.billingAddress === 'full',
    terms: openTerms.some((one) => one.required),
  }

  // Who pays by wallet accepts them by paying.
  const walletTerms = required.terms ? openTerms.map(({ name }) => name) : []

  const visibleError = useRef(error)
  useEffect(() => {
    if (visibleError.current === error) return
    visibleError.current = error
    setErrors(error?.fields ?? {})
  }, [error])

  const clearErrors = (...names: string[]): void => {
    const left = withoutFields(errors, names)
    if (Object.keys(left).length < Object.keys(errors).length) setErrors(left)
  }

  const chooseMethod = (savedCard: typeof cardChoice.savedCard, isAccount: boolean): void => {
    setWantsAccount(isAccount)
    if (!isAccount) setSavedCard(savedCard)
    flow.edited()
    clearErrors('card', ...Object.keys(errors).filter(isInCardFields))
  }

  const handleInput = ({ target }: FormEvent<HTMLFormElement>): void => {
    const { current } = form
    if (current === null || !(target instanceof HTMLInputElement)) return
    flow.edited()
    clearErrors(target.name)
    saveCheckoutDraft(customerId, { ...readPayerFields(current), saveCard: isChecked(current, 'saveCard') })
  }

  const { submit, mayOpenWallet, submitFromFrame, missingOf, isChecking, submitsWhenPrepared } =
    useSubmitCheckout({
      form,
      card,
      purchase,
      openTerms,
      payment,
      flow,
      channel,
      required,
      onInvalid,
      isReady: isHeld && !isApplyingCredit,
      byCard,
      onAccount,
    })
  const handleCardInput = useCallback(() => {
    flow.edited()
  }, [flow])
  const readCardholder = useCallback(
    () => (form.current === null ? '' : readPayerFields(form.current).billingName.trim()),
    [],
  )

  /** Once the form was refused, a field that is left empty again says so at once. */
  const validateOnBlur = (target: EventTarget): void => {
    const { current } = form
    if (error?.kind !== 'form' || current === null || !(target instanceof HTMLInputElement)) return
    const { name } = target
    const sentences = missingOf(current)[name]
    if (sentences !== undefined) setErrors({ ...errors, [name]: sentences })
  }

  const busy = isInProgress(payment) || submitsWhenPrepared
  return (
    // Input events bubble here from all fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the form itself is not operated
    <form
      ref={form}
      className={styles['form']}
      method="post"
      noValidate
      onInput={handleInput}
      onBlur={({ target }) => {
        validateOnBlur(target)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <noscript>
        <Notice colour="warning" title={messages.javascriptTitle}>
          <p>{purchase.withoutScript ?? messages.javascriptText}</p>
        </Notice>
      </noscript>
      {error === null || (error.kind === 'form' && errorList(errors).length === 0) ? null : (
        <ErrorSummary
          error={error}
          errors={errors}
          source={purchase.order.source}
          onFocusCard={(field) => {
            card.current?.focusField(field)
          }}
        />
      )}
      {walletsUrl !== null && !isHydrated ? <WalletsLoading terms={walletTerms} /> : null}
      {walletsUrl !== null && session !== null && isHydrated ? (
        <WalletButtons
          {...{ session, address: walletsUrl }}
          amount={basket?.balance ?? session.balance}
          formattedAmount={purchase.formattedBalance}
          terms={walletTerms}
          isBusy={busy || !isHeld}
          onPressed={mayOpenWallet}
          onPay={submit}
          onExpired={() => void flow.prepare()}
        />
      ) : null}
      <div className={styles['steps']} inert={busy && stage !== 'identifying'}>
        <Step number={1} title={messages.detailsStep}>
          <PayerDetails {...{ customer, initialValues, required, errors, isRestored, loginTo }} />
        </Step>
        {hasPaymentStep ? (
          <Step number={2} title={messages.paymentStep}>
            {customer === null || basket === null || !hasCredit ? null : (
              <UseCredit
                basket={basket}
                onApplying={(isApplying) => {
                  flow.edited()
                  setApplyingCredit(isApplying)
                }}
              />
            )}
            {paidByCard ? (
              <PaymentMethod
                {...{ session, isPreparing, cardChoice, errors, isHydrated, offersAccount, onAccount }}
                offersSaving={
                  customer !== null && channel.sharedDevice === undefined && purchase.savesCard !== true
                }
                onChooseAccount={() => {
                  chooseMethod(null, true)
                }}
                onChooseCard={(savedCard) => {
                  chooseMethod(savedCard, false)
                }}
                cardholderName={readCardholder}
                onEnter={submitFromFrame}
                onInput={handleCardInput}
                onEdited={(field) => {
                  flow.edited()
                  clearErrors('card', inCardFields, `${inCardFields}.${field}`)
                }}
                onRetry={() => void flow.prepare()}
                ref={card}
              />
            ) : null}
          </Step>
        ) : null}
        {openTerms.length === 0 ? null : (
          <Step number={hasPaymentStep ? 3 : 2} title={messages.termsStep}>
            <AcceptTerms terms={openTerms} errors={errors['terms']} />
          </Step>
        )}
      </div>
      <div className={styles['pay']} data-edge="end">
        <Button
          // Without script a submit would lose what was typed; until the card form may load, a press submits by script.
          type={isHydrated ? 'submit' : 'button'}
          onClick={
            isHydrated
              ? undefined
              : (event) => {
                  // The type may change while the press is handled.
                  event.preventDefault()
                  form.current?.requestSubmit()
                }
          }
          size="lg"
          wide
          busy={busy || isChecking || isApplyingCredit}
          disabled={!isHeld}
        >
          {payLabel(payment, purchase, paidByCard, onAccount)}
        </Button>
        <p role="status" className="visually-hidden">
          {busy ? messages.paying : ''}
        </p>
      </div>
      <p className={styles['trust']}>
        <Icon name="lock" size={16} />
        {securityNote(purchase, byCard, onAccount)}
      </p>
    </form>
  )
}
