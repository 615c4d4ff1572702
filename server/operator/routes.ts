import { operator } from '#contract/operator.ts'
import type { ClientConfig, Theme } from '#contract/operator.ts'
import type { Config } from '#server/platform/config.ts'
import { authCookie } from '#server/platform/cookies.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { operatorConfig, operatorFooter, operatorTheme, venueFooter, venueTheme } from './sql.ts'
import type { ThemeRow } from './sql.ts'

type ThemeQuery = { tx: Tx; operatorId: number; venue: string | undefined }

/** What every page begins with. The same for everybody, so written once for all who ask within `ttlMs`. */
export const operatorRoutes = (config: Config, ttlMs = 1000): Routes<typeof operator> => {
  const theme = createTtlCache(ttlMs, async (themeQuery: ThemeQuery) => {
    const row = await themeOf(themeQuery)
    return new CachedResponse(serialiseAnswer(operator.theme, presentTheme(row)))
  })
  const client = createTtlCache(ttlMs, async ({ tx, operatorId }: ThemeQuery) => {
    const row = await operatorConfig(tx, operatorId)
    return new CachedResponse(serialiseAnswer(operator.config, presentConfig(row, config)))
  })
  const footer = createTtlCache(ttlMs, async (themeQuery: ThemeQuery) => {
    const html = await footerOf(themeQuery)
    return new CachedResponse(serialiseAnswer(operator.footer, { html }))
  })
  const about = (tx: Tx, { id }: { id: number }, venue?: string): [string, ThemeQuery] => [
    `${id}/${venue ?? ''}`,
    { tx, operatorId: id, venue },
  ]
  return {
    theme: ({ tx, actor, query }) => theme(...about(tx, actor.operator, query.venue)),
    config: ({ tx, actor }) => client(...about(tx, actor.operator)),
    footer: ({ tx, actor, query }) => footer(...about(tx, actor.operator, query.venue)),
  }
}

const themeOf = async ({ tx, operatorId, venue }: ThemeQuery) => {
  if (venue === undefined) return operatorTheme(tx, operatorId)
  const row = await venueTheme(tx, operatorId, venue)
  if (row === undefined) throw notFound((messages) => messages.venues.venueNotFound)
  if (row.status === 'maintenance') {
    throw new Refusal('maintenance', (messages) => messages.venues.maintenance)
  }
  return row
}

const footerOf = async ({ tx, operatorId, venue }: ThemeQuery): Promise<string> => {
  if (venue === undefined) return operatorFooter(tx, operatorId)
  const row = await venueFooter(tx, operatorId, venue)
  if (row === undefined) throw notFound((messages) => messages.venues.venueNotFound)
  return row.ofVenue === '' ? row.ofOperator : row.ofVenue
}

/** The looks, null wherever the default stands. */
export const presentTheme = (row: Partial<ThemeRow> | undefined): Theme => ({
  themeAppLogo: row?.appLogo ?? null,
  themeAppLogoName: row?.logoName ?? null,
  themeAppPrimaryColour: row?.primaryColour ?? null,
  themeAppSecondaryColour1: row?.secondaryColourOne ?? null,
  themeAppSecondaryColour2: row?.secondaryColourTwo ?? null,
  themeAppHeaderBgColour: row?.headerBgColour ?? null,
  themeAppDarkBgColour: row?.darkBgColour ?? null,
  themeAppHeadingFontStyle: (row?.headingFont ?? null) as Theme['themeAppHeadingFontStyle'],
  themeAppBodyFontStyle: (row?.bodyFont ?? null) as Theme['themeAppBodyFontStyle'],
  themeAppSecondaryButtonStyle: (row?.secondaryButtonStyle ?? null) as Theme['themeAppSecondaryButtonStyle'],
  headerPrimaryColour: row?.headerPrimaryColour ?? null,
})

export const presentConfig = (
  row: Awaited<ReturnType<typeof operatorConfig>>,
  config: Config,
): ClientConfig => {
  const { sites, basePath, bearerTokenEnabled, maps, analytics } = config
  return {
    id: row.id,
    clientId: row.slug,
    name: row.name,
    currency: { symbol: row.currencySymbol },
    onlineJoiningEnabled: row.onlineJoiningEnabled,
    onlineGuestPassesEnabled: row.onlineGuestPassesEnabled,
    kioskHomeUrl: row.kioskHomeUrl,
    analytics: { containerIds: row.analyticsContainerIds, scriptUrl: analytics.scriptUrl },
    migrationDate: row.migrationDate,
    bearerTokenEnabled: row.bearerTokenEnabled || bearerTokenEnabled,
    authCookieName: authCookie,
    timezone: row.timezone,
    basketHoldSeconds: row.basketHoldSeconds,
    sites: {
      bookings: siteAt(sites.bookings, basePath),
      myAccount: siteAt(sites.account, basePath),
      onlineJoining: siteAt(sites.join, basePath),
    },
    frameOrigins: row.frameOrigins,
    passes: [
      ...(config.passes.apple !== null || config.cards === 'demo' ? (['apple'] as const) : []),
      ...(config.passes.google === null ? [] : (['google'] as const)),
    ],
    map: { tileUrl: maps.tileUrl ?? null, attribution: maps.attribution },
  }
}

/** All sites stand under the same base path. */
const siteAt = (origin: string, basePath: string): string => origin + (basePath === '/' ? '' : basePath)
