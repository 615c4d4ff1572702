import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import * as messages from '#messages/shared/checkout.ts'
import type { Channel } from '#web/platform/channel.ts'
import { markUnsavedInput } from '#web/platform/unsavedInput.ts'
import type { CheckoutTerms } from './AcceptTerms.tsx'
import { CardRefusedError, type CardInput } from './cardInput.ts'
import type { CheckoutError, FieldErrors } from './checkoutErrors.ts'
import { isInCardFields, missingFields, type RequiredFields } from './checkoutFields.ts'
import { acceptTerms, fillEmptyFields, isChecked, readPayerFields } from './checkoutFormData.ts'
import { formError } from './formError.ts'
import type { PaymentFlow } from './paymentFlow.ts'
import { isInProgress, type Payment } from './paymentState.ts'
import { buildPaymentOrder, type Purchase } from './purchase.ts'
import type { WalletPayment } from './walletFrame.ts'

/** Checks the form and starts the payment: by the card in the provider's fields, by a wallet, or without a card. */
export const useSubmitCheckout = ({
  form,
  card,
  purchase,
  openTerms,
  payment,
  flow,
  channel,
  required,
  isReady,
  byCard,
  onAccount,
  onInvalid,
}: {
  form: RefObject<HTMLFormElement | null>
  card: RefObject<CardInput | null>
  purchase: Purchase
  /** The terms that are still to be accepted. */
  openTerms: CheckoutTerms
  payment: Payment
  flow: PaymentFlow
  channel: Pick<Channel, 'checkout'>
  required: RequiredFields
  /** False while nothing can be paid: the places are not held, or credit is being applied. */
  isReady: boolean
  byCard: boolean
  onAccount: boolean
  onInvalid: (error: CheckoutError) => void
}) => {
  const { session } = payment
  const [isChecking, setChecking] = useState(false)
  const [submitsWhenPrepared, setSubmitsWhenPrepared] = useState(false)
  const missingOf = (current: HTMLFormElement, fields: RequiredFields = required): FieldErrors =>
    missingFields(readPayerFields(current), isChecked(current, 'terms'), fields)

  /** All that is wrong, in the card form too, in one summary. */
  const showAllErrors = async (missing: FieldErrors): Promise<void> => {
    const { current } = card
    if (!byCard || current === null || payment.isPreparing) {
      onInvalid(formError(missing))
      return
    }
    setChecking(true)
    try {
      await current.identify({ isQuiet: true })
      onInvalid(formError(missing))
    } catch (failure) {
      if (!(failure instanceof CardRefusedError)) throw failure
      // That the provider cannot be reached is said once the form is complete.
      const wrongFields = Object.entries(failure.fields).filter(([field]) => isInCardFields(field))
      onInvalid(formError({ ...missing, ...Object.fromEntries(wrongFields) }))
    } finally {
      setChecking(false)
    }
  }

  const submit = (wallet?: WalletPayment): void => {
    const { current } = form
    if (current === null || !isReady || isChecking || isInProgress(payment)) return
    if (wallet !== undefined) {
      flow.edited()
      fillEmptyFields(current, wallet.payer)
    }
    const values = readPayerFields(current)
    const fields = wallet === undefined ? required : { ...required, billing: true }
    const missing = missingOf(current, fields)
    if (Object.keys(missing).length > 0) {
      if (wallet === undefined) void showAllErrors(missing)
      else onInvalid(formError(missing))
      return
    }
    if (payment.isPreparing && wallet === undefined) {
      setSubmitsWhenPrepared(true)
      return
    }
    const identify = wallet === undefined ? card.current?.identify : async () => wallet.card
    if (byCard && identify === undefined) {
      onInvalid(formError({ card: [messages.cardNotReady] }))
      return
    }
    const saveCard = wallet === undefined && isChecked(current, 'saveCard')
    const order = buildPaymentOrder({
      purchase,
      terms: openTerms,
      values,
      required: fields,
      session,
      channel,
      saveCard,
      onAccount: onAccount && wallet === undefined,
    })
    const isCard = byCard || wallet !== undefined
    markUnsavedInput(current)
    void flow.pay({ ...order, card: isCard && identify !== undefined ? { identify } : null })
  }
  /** Who presses a wallet accepts the terms, as the words beside it say; the wallet supplies the rest. */
  const mayOpenWallet = (): boolean => {
    const { current } = form
    if (current === null || !isReady || isInProgress(payment)) return false
    if (required.terms) acceptTerms(current)
    return true
  }

  const latestSubmit = useRef(submit)
  useEffect(() => {
    latestSubmit.current = submit
  })
  // The card form's own effect has handed it the new session before this one runs.
  useEffect(() => {
    if (!submitsWhenPrepared || payment.isPreparing) return
    setSubmitsWhenPrepared(false)
    latestSubmit.current()
  }, [submitsWhenPrepared, payment.isPreparing])
  const submitFromFrame = useCallback(() => {
    latestSubmit.current()
  }, [])

  return { submit, mayOpenWallet, submitFromFrame, missingOf, isChecking, submitsWhenPrepared }
}
