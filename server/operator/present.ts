import type { ClientConfig, Theme } from '#contract/operator.ts'
import type { Config } from '#server/platform/config.ts'
import { authCookie } from '#server/platform/cookies.ts'
import type { operatorConfig, ThemeRow } from './sql.ts'

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
