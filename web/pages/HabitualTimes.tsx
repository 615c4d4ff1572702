import { BookAgain } from '#web/features/search/BookAgain.tsx'
import { api } from '#web/platform/api.ts'
import { nextToPay } from '#web/platform/attendees.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'

/** For customers: what they book often, with its next date; nothing where there is none. Leads on to checkout. */
export const HabitualTimes = ({ className }: { className?: string | undefined }) => {
  const { data: offers = [] } = useDeferredRead(api.search.again, {})
  const navigate = useNavigate()
  if (offers.length === 0) return null
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
