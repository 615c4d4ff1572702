import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SavedCard } from '#contract/transactions.ts'
import { PaymentMethod } from './PaymentMethod.tsx'

const visa: SavedCard = {
  id: 7,
  externalIdentifier: 'card_7',
  cardHolderName: 'A Example',
  brand: 'Visa',
  lastFour: '4242',
  expiry: '0930',
}

const render = (savedCard: SavedCard | null, owingMemberships: readonly string[], offersSaving = true) =>
  renderToString(
    <PaymentMethod
      session={null}
      isPreparing
      cardChoice={{ savedCards: [visa], savedCard, owingMemberships }}
      errors={{}}
      isHydrated={false}
      offersSaving={offersSaving}
      offersAccount={false}
      onAccount={false}
      onChooseCard={() => undefined}
      onChooseAccount={() => undefined}
      cardholderName={() => ''}
      onEnter={() => undefined}
      onInput={() => undefined}
      onEdited={() => undefined}
      onRetry={() => undefined}
      ref={null}
    />,
  )

it('G07: says before the payment that a membership is collected from the card from now on', () => {
  expect(render(null, ['Gold'])).toContain(
    'Save this card and collect my Gold membership from it from now on',
  )
  expect(render(visa, ['Gold', 'Swim'])).toContain(
    'Collect my Gold and Swim memberships from this card from now on',
  )
})

it('G07: offers to save a new card for next time, and nothing of a saved one, where no membership is owed', () => {
  expect(render(null, [])).toContain('Save this card for next time')
  expect(render(visa, [])).not.toContain('saveCard')
  expect(render(visa, ['Gold'], false)).not.toContain('saveCard')
})
