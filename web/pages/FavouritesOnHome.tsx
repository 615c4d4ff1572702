import { useState } from 'react'
import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useDeferredRead } from '#web/platform/queries.ts'
import { useCustomer } from '#web/platform/session.ts'

const HomeFavourites = lazyComponent(
  'web/pages/HomeFavourites.tsx',
  async () => (await import('./HomeFavourites.tsx')).HomeFavourites,
  // For those who have some, whose pages name it.
  { preload: false },
)

/** The favourites of a customer, or of a visitor, of whom a cookie tells how many the browser has. Not at a kiosk. */
export const FavouritesOnHome = ({ className }: { className?: string | undefined }) => {
  const { channel, cookies } = usePageContext()
  const customer = useCustomer()
  const { data = [] } = useDeferredRead(api.favourites.times, {}, { when: customer !== null })
  const [storedCount] = useState(() => Number(cookies.get('favourites')) || 0)
  const count = customer === null ? storedCount : data.length
  const [hadSome, setHadSome] = useState(count > 0)
  if (count > 0 && !hadSome) setHadSome(true)
  if (channel.sharedDevice !== undefined || !hadSome) return null
  return (
    <div className={className}>
      <HomeFavourites count={count} />
    </div>
  )
}
