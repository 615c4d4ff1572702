import type { favourites } from '#contract/favourites.ts'
import type { Routes } from '#server/platform/http.ts'
import { addFavourite, listFavourites, mergeFavourites, removeFavourite } from './favourites.ts'

export const favouritesRoutes = (): Omit<Routes<typeof favourites>, 'times'> => ({
  mine: ({ tx, actor }) => listFavourites(tx, actor),
  add: ({ tx, actor, body, now }) => addFavourite(tx, actor, body.key, now),
  remove: ({ tx, actor, params }) => removeFavourite(tx, actor, params.favouriteId),
  merge: ({ tx, actor, body, now }) => mergeFavourites(tx, actor, body.keys, now),
})
