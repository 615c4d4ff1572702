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

const noMemberships: readonly string[] = []

/** The card to pay with: the newest saved one until the customer chooses. The lists outlive their session. */
export const useSavedCardChoice = ({
  session,
}: Payment): [CardChoice, (savedCard: SavedCard | null) => void] => {
  const [savedCards, setSavedCards] = useState<readonly SavedCard[]>(session?.savedCards ?? [])
  const [owingMemberships, setOwingMemberships] = useState<readonly string[]>(
    session?.owingMemberships ?? noMemberships,
  )
  const [choice, setChoice] = useState<SavedCard | null | undefined>()
  if (session !== null && session.savedCards !== savedCards) setSavedCards(session.savedCards)
  const owing = session === null ? owingMemberships : (session.owingMemberships ?? noMemberships)
  if (owing !== owingMemberships) setOwingMemberships(owing)
  const chosenId = choice === undefined ? session?.savedCard?.id : choice?.id
  const savedCard = savedCards.find(({ id }) => id === chosenId) ?? null
  return [{ savedCards, savedCard, owingMemberships }, setChoice]
}
