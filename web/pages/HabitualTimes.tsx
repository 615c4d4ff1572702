import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { nextToPay } from '#web/platform/attendees.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'

const BookAgain = lazyComponent(
  'web/features/search/BookAgain.tsx',
  async () => (await import('#web/features/search/BookAgain.tsx')).BookAgain,
  // For customers alone, whose pages name it.
  { preload: false },
)

/** What the customer books often, with its next date; nothing for visitors. Leads on to checkout. */
export const HabitualTimes = ({ className }: { className?: string | undefined }) => {
  const customer = useCustomer()
  const { data: offers = [] } = useDeferredRead(api.search.again, {}, { when: customer !== null })
  const navigate = useNavigate()
  if (customer === null || offers.length === 0) return null
  return (
    <div className={className}>
      <BookAgain
        offers={offers}
        onAdded={(basket) => {
          void navigate(nextToPay(basket))
        }}
      />
    </div>
  )
}
