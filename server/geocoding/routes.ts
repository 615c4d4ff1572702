import type { geocoding } from '#contract/geocoding.ts'
import type { Routes } from '#server/platform/http.ts'
import type { Maps } from '#server/providers/maps/port.ts'

export const geocodingRoutes = (maps: Maps): Routes<typeof geocoding> => ({
  search: ({ query }) => maps.find(query.search),
})
