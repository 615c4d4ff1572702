import { useState } from 'react'
import * as messages from '#messages/shared/favourites.ts'
import { Section } from '#web/ui/Layout.tsx'
import { FavouriteList } from './FavouriteList.tsx'
import styles from './FavouriteList.module.css'
import { useFavouriteTimes } from '#web/features/favourites/useFavouriteTimes.ts'

/** More are a press away, so that what is on tonight stays in sight. */
const most = 4

/** The favourites on home. Until those of a visitor have been read, it has room for as many as there were. */
export const HomeFavourites = ({ count }: { count: number }) => {
  const favourites = useFavouriteTimes()
  const [hadSome, setHadSome] = useState(false)
  if (!hadSome && favourites !== undefined && favourites.length > 0) setHadSome(true)
  if (favourites !== undefined && favourites.length === 0 && !hadSome) return null
  return (
    <Section title={messages.favourites}>
      {favourites === undefined ? (
        <>
          <p className="visually-hidden">{messages.loading}</p>
          <div className={styles['list']} aria-hidden="true">
            {Array.from({ length: Math.min(count, most) }, (_, index) => (
              <div key={index} className={styles['placeholder']} />
            ))}
          </div>
        </>
      ) : (
        <FavouriteList favourites={favourites} most={most} empty={<p>{messages.none}</p>} />
      )}
    </Section>
  )
}
