import type { ReportId } from '#contract/reportTypes.ts'
import type { ReportRow } from '#contract/reports.ts'
import { instant } from '#contract/time.ts'
import { readRefunds } from '#server/bookings/refundReport.ts'
import { readBanking } from '#server/tills/banking.ts'
import { barOfDay, percentOf, pointsBy, totalsOf } from './rules.ts'
import type { Along, Point } from './rules.ts'
import { cashIncomeRows, journalRows, memberRows, vatRows } from './sql/money.ts'
import type { ReadRows, Scope } from './sql/scope.ts'
import {
  absenceRows,
  concessionRows,
  demandRows,
  fullnessRows,
  hirerRows,
  sessionIncomeRows,
} from './sql/sessions.ts'

type Definition<Id extends ReportId> = {
  read: ReadRows<Id>
  totals: (rows: readonly ReportRow<Id>[]) => Record<string, number>
  points: (rows: readonly ReportRow<Id>[], scope: Scope) => Point[]
  /** What the bars are. */
  along: (scope: Scope) => Along
}

const days = () => 'days' as const
const weeks = () => 'weeks' as const
const months = () => 'months' as const
const names = () => 'names' as const

type CountName<Row> = { [Name in keyof Row]: Row[Name] extends number ? Name : never }[keyof Row]

const sum =
  <Row>(name: CountName<Row>) =>
  (rows: readonly Row[]): number =>
    rows.reduce((total, row) => total + (row[name] as number), 0)

const filled = (rows: readonly Pick<ReportRow<'fullness'>, 'sold' | 'places'>[]): number | null =>
  percentOf(sum<(typeof rows)[number]>('sold')(rows), sum<(typeof rows)[number]>('places')(rows))

/** How each report is read, added up and drawn. */
export const definitions: { [Id in ReportId]: Definition<Id> } = {
  fullness: {
    read: fullnessRows,
    totals: (rows) => {
      const fillPercent = filled(rows)
      return { ...totalsOf('fullness', rows), ...(fillPercent === null ? {} : { fillPercent }) }
    },
    points: (rows, scope) => {
      const barOf = barOfDay(scope)
      return pointsBy(
        rows,
        (row) =>
          scope.by === 'each'
            ? barOf(row.day)
            : [row.activity, row.session, row.instructor, row.day, row.start]
                .filter((text) => text !== '')
                .join(' '),
        (some) => filled(some) ?? 0,
      )
    },
    along: ({ by }) => (by === 'each' ? 'days' : 'names'),
  },
  income: {
    read: (tx, scope) => (scope.basis === 'cash' ? cashIncomeRows : sessionIncomeRows)(tx, scope),
    totals: (rows) => totalsOf('income', rows),
    points: (rows) => pointsBy(rows, ({ week }) => week, sum('net')),
    along: weeks,
  },
  vat: {
    read: vatRows,
    totals: (rows) => totalsOf('vat', rows),
    points: (rows) => pointsBy(rows, ({ period }) => period, sum('vat')),
    along: months,
  },
  banking: {
    read: async (tx, scope) =>
      (await readBanking(tx, scope.venueIds, scope)).map((row) => ({
        zNumber: row.zNumber,
        till: row.till,
        person: row.person,
        opened: instant(row.opened),
        closed: instant(row.closed),
        tender: row.tenderType,
        expected: row.expected,
        counted: row.counted,
        difference: row.counted - row.expected,
        banked: row.banked,
        reason: row.reason,
        venue: row.venue,
      })),
    totals: (rows) => totalsOf('banking', rows),
    points: (rows, scope) => {
      const barOf = barOfDay(scope)
      return pointsBy(rows, ({ closed }) => barOf(closed.slice(0, 10)), sum('difference'))
    },
    along: days,
  },
  absences: {
    read: absenceRows,
    totals: (rows) => totalsOf('absences', rows),
    points: (rows, scope) => {
      const barOf = barOfDay(scope)
      return pointsBy(
        rows,
        ({ day }) => barOf(day),
        (some) => some.length,
      )
    },
    along: days,
  },
  members: {
    read: memberRows,
    // The same people are members month after month.
    totals: (rows) => totalsOf('members', rows, ['active', 'frozen']),
    points: (rows) => pointsBy(rows, ({ month }) => month, sum('active')),
    along: months,
  },
  refunds: {
    read: async (tx, scope) =>
      (await readRefunds(tx, scope.venueIds, scope)).map(({ at, orderReference, ...row }) => ({
        ...row,
        at: instant(at),
        order: orderReference,
      })),
    totals: (rows) => totalsOf('refunds', rows),
    points: (rows, scope) => {
      const barOf = barOfDay(scope)
      return pointsBy(rows, ({ at }) => barOf(at.slice(0, 10)), sum('amount'))
    },
    along: days,
  },
  demand: {
    read: demandRows,
    totals: (rows) => totalsOf('demand', rows),
    points: (rows) => pointsBy(rows, ({ week }) => week, sum('unmet')),
    along: weeks,
  },
  journal: {
    read: journalRows,
    totals: (rows) => totalsOf('journal', rows),
    points: (rows, scope) => {
      const barOf = barOfDay(scope)
      return pointsBy(rows, ({ date }) => barOf(date), sum('debit'))
    },
    along: days,
  },
  concessions: {
    read: concessionRows,
    totals: (rows) => totalsOf('concessions', rows),
    points: (rows) => pointsBy(rows, ({ rule }) => rule, sum('given')),
    along: names,
  },
  hirers: {
    read: hirerRows,
    totals: (rows) => totalsOf('hirers', rows),
    points: (rows) => pointsBy(rows, ({ hirer }) => hirer, sum('hours')),
    along: names,
  },
}
