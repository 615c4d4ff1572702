import { useState } from 'react'
import type { SavedCard } from '#contract/transactions.ts'
import type { Payment } from './paymentState.ts'

export type CardChoice = {
  savedCards: readonly SavedCard[]
  /** Null for a new card. */
  savedCard: SavedCard | null
  /** Plans whose failed payment is paid: the card may be used for them from now on. */
  owingMemberships: readonly string[]
}

/** The card to pay with: the newest saved one until the customer chooses. The lists outlive their session. */
export const useSavedCardChoice = ({
  session,
}: Payment): [CardChoice, (savedCard: SavedCard | null) => void] => {
  const [latest, setLatest] = useState(session)
  const [choice, setChoice] = useState<SavedCard | null | undefined>()
  if (session !== null && session !== latest) setLatest(session)
  const { savedCards = [], owingMemberships = [] } = session ?? latest ?? {}
  const chosenId = choice === undefined ? session?.savedCard?.id : choice?.id
  const savedCard = savedCards.find(({ id }) => id === chosenId) ?? null
  return [{ savedCards, savedCard, owingMemberships }, setChoice]
}
