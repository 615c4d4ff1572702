import type { Tx } from '#server/platform/database.ts'
import type { OperatorFiles } from './files/types.ts'
import { reconcile, slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import { insertOperator, lockOperator, updateOperator } from './sql/operator.ts'
import type { OperatorRow } from './sql/operator.ts'

/* Loads the operator, its themes and its terms. */

export type ImportedOperator = {
  id: number
  themeId: number | null
  importedDigest: string | null
  importedFiles: string[]
  isNew: boolean
}

export const loadOperator = async (
  tx: Tx,
  files: OperatorFiles,
  changes: Change[],
): Promise<ImportedOperator> => {
  const { operator } = files
  const row: OperatorRow = {
    slug: operator.slug,
    name: operator.name,
    legalName: operator.legalName,
    vatNumber: operator.vatNumber,
    currencySymbol: operator.currencySymbol,
    timezone: operator.timezone,
    migrationDate: operator.migrationDate,
    onlineJoiningEnabled: operator.onlineJoining,
    onlineGuestPassesEnabled: operator.onlineGuestPasses,
    kioskHomeUrl: operator.kioskHomeUrl,
    analyticsContainerIds: operator.analyticsContainerIds,
    frameOrigins: operator.frameOrigins,
    basketHoldSeconds: operator.basketHoldSeconds,
    refundsTo: operator.refundsTo,
    billingAddress: operator.billingAddress,
    outstandingPenalties: operator.outstandingPenalties,
    staffNeedSecondFactor: operator.staffNeedSecondFactor,
    onePlace: operator.onePlace,
    benefitsNeedLogin: operator.benefitsNeedLogin,
    pricesBy: operator.pricesBy,
    secondPerson: operator.secondPerson,
    collectionNoticeDays: operator.collections.noticeDays,
    collectionRetryDays: operator.collections.retryDays,
    collectionTries: operator.collections.tries,
    takeOverEmail: operator.collections.takeOverEmail,
    footerHtml: operator.footer,
    phone: operator.phone,
    email: operator.email,
    sameAs: operator.sameAs,
    searchWords: operator.searchWords,
    openDataSite: operator.openData.site,
    openDataDiscussion: operator.openData.discussion,
    openBooking: operator.openBooking.on,
    taxMode: operator.openBooking.taxMode,
    bookingTermsUrl: operator.openBooking.terms,
    proposalHours: operator.openBooking.approvalHours,
    proposalEmail: operator.openBooking.requestsTo,
    payeeName: operator.openBooking.payee.name,
    payeeAccount: operator.openBooking.payee.accountId,
    payeeProvider: operator.openBooking.payee.providerId,
  }
  const existing = await lockOperator(tx, operator.slug)
  if (existing === undefined) {
    changes.push({ what: 'operator', which: operator.slug, how: 'added' })
    return {
      id: await insertOperator(tx, row),
      themeId: null,
      importedDigest: null,
      importedFiles: [],
      isNew: true,
    }
  }
  const fields = (Object.keys(row) as (keyof OperatorRow)[])
    .filter((column) => JSON.stringify(row[column]) !== JSON.stringify(existing[column]))
    .map((field) => ({ field, from: existing[field], to: row[field] }))
  if (fields.length > 0) {
    await updateOperator(tx, existing.id, row)
    changes.push({ what: 'operator', which: operator.slug, how: 'changed', fields })
  }
  return { ...existing, isNew: false }
}

export const loadThemes = async (
  tx: Tx,
  operator: { id: number; themeId: number | null },
  { operator: { slug, theme }, themes }: OperatorFiles,
  changes: Change[],
): Promise<Reconciled> => {
  const reconciled = await reconcile(
    tx,
    operator.id,
    {
      table: 'theme',
      what: 'theme',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      rows: themes.map((one) => ({
        operatorId: operator.id,
        slug: one.slug,
        appLogo: one.logo,
        mailLogo: one.mailLogo,
        primaryColour: one.primaryColour,
        secondaryColourOne: one.secondaryColour1,
        secondaryColourTwo: one.secondaryColour2,
        headerBgColour: one.headerBgColour,
        darkBgColour: one.darkBgColour,
        headingFont: one.headingFont,
        bodyFont: one.bodyFont,
        secondaryButtonStyle: one.secondaryButtonStyle,
        headerPrimaryColour: one.headerPrimaryColour,
      })),
    },
    changes,
  )
  const themeId = theme === null ? null : reconciled.idOf(theme)
  if (themeId !== operator.themeId) {
    await updateOperator(tx, operator.id, { themeId })
    changes.push({
      what: 'operator',
      which: slug,
      how: 'changed',
      fields: [{ field: 'themeId', from: operator.themeId, to: themeId }],
    })
  }
  return reconciled
}

export const loadTerms = async (
  tx: Tx,
  operatorId: number,
  { terms }: OperatorFiles,
  changes: Change[],
): Promise<Reconciled> =>
  reconcile(
    tx,
    operatorId,
    {
      table: 'terms',
      what: 'terms',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: terms.map(({ for: purpose, ...one }) => ({ operatorId, ...one, purpose, withdrawn: false })),
    },
    changes,
  )

/** Stores the digest of the files, so that importing the same files again is skipped, and which they were. */
export const recordImport = (
  tx: Tx,
  operatorId: number,
  { importDigest, names }: Pick<OperatorFiles, 'importDigest' | 'names'>,
): Promise<void> => updateOperator(tx, operatorId, { importedDigest: importDigest, importedFiles: names })
