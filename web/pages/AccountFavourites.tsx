import * as messages from '#messages/shared/favourites.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, Section } from '#web/ui/Layout.tsx'
import { BookingsLink } from '#web/features/favourites/BookingsLink.tsx'
import { FavouriteList } from './FavouriteList.tsx'
import { useFavouriteTimes } from '#web/features/favourites/useFavouriteTimes.ts'

const most = 4

/** The favourites in the account; without any, how to add one. */
export const AccountFavourites = () => (
  <Section title={messages.favourites}>
    <FavouriteList favourites={useFavouriteTimes() ?? []} most={most} empty={<NoFavourites />} />
  </Section>
)

const NoFavourites = () => (
  <Empty title={messages.none}>
    <p>{messages.noneHelp}</p>
    <BookingsLink className={buttonClass({ variant: 'secondary' })} path="/">
      {messages.find}
    </BookingsLink>
  </Empty>
)
