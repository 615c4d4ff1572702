import type { CheckoutServices } from '#server/checkout/payment.ts'
import { undecided } from '#server/checkout/rules.ts'
import { payerAtProvider } from '#server/checkout/savedCards.ts'
import { claimDueChanges, moveCardChange } from '#server/payments/card-changes/queries.ts'
import type { CardChangeRow } from '#server/payments/card-changes/queries.ts'
import { isOverdue, nextAttemptAfter } from '#server/payments/card-changes/rules.ts'
import { refreshChange } from '#server/payments/card-changes/service.ts'

/**
 * Finishes changes of cards that were interrupted: asks the provider for those that wait for a bank, and gives up those
 * whose answer was lost, that are overdue, or that a later change has replaced. Idempotent, and safe on several nodes.
 */
export const reconcileCardChanges = async (services: CheckoutServices, now: Date): Promise<void> => {
  for (const change of await claimDueChanges(services.db, now, 20)) {
    try {
      await reconcile(services, change, now)
    } catch (error) {
      // Its next attempt is already postponed, so the others of the batch continue.
      services.log.warn({ err: error, cardChangeUuid: change.uuid }, 'a change of card is not finished yet')
    }
  }
}

const reconcile = async (services: CheckoutServices, change: CardChangeRow, now: Date): Promise<void> => {
  const { db, cards } = services
  // A provider that is no longer configured cannot be asked.
  if (change.provider !== cards.name) return endChange(services, change)
  const current = await refreshChange(services, change, now)
  if (isOverdue(current, now)) {
    await moveCardChange(db, change.id, undecided, { status: 'ending', nextAttemptAt: now })
    return abandon(services, current)
  }
  if (current.status === 'ending') return abandon(services, current)
  const { status } = current
  await moveCardChange(db, change.id, [status], { status, nextAttemptAt: nextAttemptAfter(status, now) })
}

/** Ends a change at the provider, which forgets the card if it saved one after all. */
const abandon = async (
  services: Pick<CheckoutServices, 'db' | 'cards'>,
  change: CardChangeRow,
): Promise<void> => {
  const { uuid: key, reference, customerId, savedCardId } = change
  const payerReference = await payerAtProvider(services.db, customerId, services.cards.name)
  await services.cards.abandonSave({ key, reference, payerReference, isNewCard: savedCardId === null })
  await endChange(services, change)
}

const endChange = async ({ db }: Pick<CheckoutServices, 'db'>, { id }: CardChangeRow): Promise<void> => {
  await moveCardChange(db, id, [...undecided, 'ending'], { status: 'ended', nextAttemptAt: null })
}
