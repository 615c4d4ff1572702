import type { Operator } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'

/** All operators this server serves, the default one first. */
export const allOperators = (db: Tx): Promise<Operator[]> =>
  db
    .selectFrom('operator')
    .select([
      'id',
      'slug',
      'name',
      'currencySymbol',
      'timezone',
      'migrationDate',
      'basketHoldSeconds',
      'frameOrigins',
      'bearerTokenEnabled',
      'billingAddress',
      'benefitsNeedLogin',
      'analyticsContainerIds',
    ])
    .orderBy('id')
    .execute()

export const anyOperator = async (db: Tx): Promise<boolean> =>
  (await db.selectFrom('operator').select('id').limit(1).executeTakeFirst()) !== undefined

export type ThemeRow = {
  appLogo: string | null
  logoName: string | null
  primaryColour: string | null
  secondaryColourOne: string | null
  secondaryColourTwo: string | null
  headerBgColour: string | null
  darkBgColour: string | null
  headingFont: string | null
  bodyFont: string | null
  secondaryButtonStyle: string | null
  headerPrimaryColour: string | null
}

const themeColumns = [
  'theme.appLogo',
  'theme.primaryColour',
  'theme.secondaryColourOne',
  'theme.secondaryColourTwo',
  'theme.headerBgColour',
  'theme.darkBgColour',
  'theme.headingFont',
  'theme.bodyFont',
  'theme.secondaryButtonStyle',
  'theme.headerPrimaryColour',
] as const

export const operatorTheme = (db: Tx, operatorId: number) =>
  db
    .selectFrom('operator')
    .innerJoin('theme', 'theme.id', 'operator.themeId')
    .select(themeColumns)
    .where('operator.id', '=', operatorId)
    .executeTakeFirst()

/** The theme of a venue, or of its operator where it has none; undefined when there is no such venue. */
export const venueTheme = (db: Tx, operatorId: number, venueSlug: string) =>
  db
    .selectFrom('venue')
    .innerJoin('operator', 'operator.id', 'venue.operatorId')
    .leftJoin('theme', (join) =>
      join.on((on) => on('theme.id', '=', on.fn.coalesce('venue.themeId', 'operator.themeId'))),
    )
    .select(['venue.status', ...themeColumns])
    // Venues without a theme of their own have the operator's logo.
    .select((row) =>
      row
        .case()
        .when(row.and([row('venue.themeId', 'is not', null), row('theme.appLogo', 'is not', null)]))
        .then(row.ref('venue.name'))
        .end()
        .as('logoName'),
    )
    .where('venue.operatorId', '=', operatorId)
    .where('venue.slug', '=', venueSlug)
    .executeTakeFirst()

export const operatorConfig = (db: Tx, operatorId: number) =>
  db
    .selectFrom('operator')
    .select([
      'id',
      'slug',
      'name',
      'currencySymbol',
      'onlineJoiningEnabled',
      'onlineGuestPassesEnabled',
      'kioskHomeUrl',
      'analyticsContainerIds',
      'migrationDate',
      'bearerTokenEnabled',
      'timezone',
      'basketHoldSeconds',
      'frameOrigins',
    ])
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()

export const operatorFooter = async (db: Tx, operatorId: number): Promise<string> =>
  (
    await db
      .selectFrom('operator')
      .select('footerHtml')
      .where('id', '=', operatorId)
      .executeTakeFirstOrThrow()
  ).footerHtml

/** undefined when there is no such venue. */
export const venueFooter = (db: Tx, operatorId: number, venueSlug: string) =>
  db
    .selectFrom('venue')
    .innerJoin('operator', 'operator.id', 'venue.operatorId')
    .select(['venue.footerHtml as ofVenue', 'operator.footerHtml as ofOperator'])
    .where('venue.operatorId', '=', operatorId)
    .where('venue.slug', '=', venueSlug)
    .executeTakeFirst()
