import { useState } from 'react'
import type { SavedCard } from '#contract/transactions.ts'
import type { Payment } from './paymentState.ts'

export type CardChoice = {
  savedCards: readonly SavedCard[]
  /** Null for a new card. */
  savedCard: SavedCard | null
}

/** The card to pay with: the newest saved one until the customer chooses. The list outlives its session. */
export const useSavedCardChoice = ({
  session,
}: Payment): [CardChoice, (savedCard: SavedCard | null) => void] => {
  const [savedCards, setSavedCards] = useState<readonly SavedCard[]>(session?.savedCards ?? [])
  const [choice, setChoice] = useState<SavedCard | null | undefined>()
  if (session !== null && session.savedCards !== savedCards) setSavedCards(session.savedCards)
  const chosenId = choice === undefined ? session?.savedCard?.id : choice?.id
  return [{ savedCards, savedCard: savedCards.find(({ id }) => id === chosenId) ?? null }, setChoice]
}
