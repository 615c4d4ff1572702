import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optional } from './fields.ts'
import { displayDate } from './shapes.ts'

const ofVenue = z.object({ venue: optional(z.string()) })

const font = z.enum(['garage_gothic', 'lato', 'open_sans', 'roboto'])

/** The looks of a venue; null stands for the default. Colours are CSS hex colours, the logo is an absolute URL. */
export const theme = z
  .object({
    themeAppLogo: z.string().nullable(),
    /** Ours: the venue whose own logo it is; null for the operator's. */
    themeAppLogoName: z.string().nullable(),
    themeAppPrimaryColour: z.string().nullable(),
    themeAppSecondaryColour1: z.string().nullable(),
    themeAppSecondaryColour2: z.string().nullable(),
    themeAppHeaderBgColour: z.string().nullable(),
    themeAppDarkBgColour: z.string().nullable(),
    themeAppHeadingFontStyle: font.nullable(),
    themeAppBodyFontStyle: font.nullable(),
    themeAppSecondaryButtonStyle: z.enum(['outline', 'solid']).nullable(),
    headerPrimaryColour: z.string().nullable(),
  })
  .meta({ id: 'Theme' })
export type Theme = z.output<typeof theme>

/** What the sites must know about the operator before they can show anything. */
export const clientConfig = z
  .object({
    id: z.int(),
    clientId: z.string(),
    name: z.string(),
    currency: z.object({ symbol: z.string() }),
    onlineJoiningEnabled: z.boolean(),
    onlineGuestPassesEnabled: z.boolean(),
    kioskHomeUrl: z.string().nullable(),
    /** `scriptUrl` (ours) is what loads a container, once the visitor has agreed to it: `?id=` is added. */
    analytics: z.object({ containerIds: z.array(z.string()), scriptUrl: z.string() }),
    migrationDate: displayDate.nullable(),
    bearerTokenEnabled: z.boolean(),
    authCookieName: z.string(),
    timezone: z.string(),
    basketHoldSeconds: z.int(),
    sites: z.object({ bookings: z.string(), myAccount: z.string(), onlineJoining: z.string() }),
    frameOrigins: z.array(z.string()),
    /** Ours: the wallets of phones that orders can be added to. */
    passes: z.array(z.enum(['apple', 'google'])),
    /** Ours: where pictures of the map come from, `https://…/{z}/{x}/{y}.png`; null draws a plain outline. */
    map: z.object({ tileUrl: z.string().nullable(), attribution: z.string() }),
  })
  .meta({ id: 'ClientConfig' })
export type ClientConfig = z.output<typeof clientConfig>

export const operator = {
  theme: endpoint({
    method: 'GET',
    path: '/frontend/theme',
    summary: 'Colours, logo and fonts of the operator or of one venue.',
    allow: 'anyone',
    query: ofVenue,
    returns: theme,
    cache: 'public',
    reads: ['operator'],
  }),
  config: endpoint({
    method: 'GET',
    path: '/frontend/client-config',
    summary: 'What the sites must know about the operator.',
    allow: 'anyone',
    returns: clientConfig,
    cache: 'public',
    reads: ['operator'],
  }),
  footer: endpoint({
    method: 'GET',
    path: '/frontend/footer',
    summary: 'The footer of the operator or of one venue, as safe HTML.',
    allow: 'anyone',
    query: ofVenue,
    returns: z.object({ html: z.string() }),
    cache: 'public',
    reads: ['operator'],
  }),
}
