import type { CellKind } from './csv.ts'
import type { Permission } from './permissions.ts'

/** The columns of a report: on the screen, in the file, and in the answer. Their names in files stay as they are. */
export type Columns = Readonly<Record<string, CellKind>>

type ReportType = {
  columns: Columns
  /** What one has to be permitted besides reading reports of activity. */
  needs: Permission
  /** What its chart shows of each bar. */
  charts: CellKind
}

/** Every report, in the order in which they are offered. `docs/reports.md` says what each figure counts. */
export const reportTypes = {
  fullness: {
    needs: 'reports.activity',
    charts: 'percent',
    columns: {
      day: 'text',
      venue: 'text',
      activity: 'text',
      session: 'text',
      instructor: 'text',
      start: 'text',
      places: 'count',
      sold: 'count',
      attended: 'count',
      absent: 'count',
      waitlisted: 'count',
      fillPercent: 'percent',
      income: 'money',
    },
  },
  income: {
    needs: 'reports.money',
    charts: 'money',
    columns: {
      week: 'text',
      venue: 'text',
      activity: 'text',
      nominalCode: 'text',
      bookings: 'count',
      gross: 'money',
      vat: 'money',
      net: 'money',
      refunds: 'money',
    },
  },
  vat: {
    needs: 'reports.money',
    charts: 'money',
    columns: {
      period: 'text',
      rate: 'percent',
      gross: 'money',
      net: 'money',
      vat: 'money',
      source: 'text',
    },
  },
  banking: {
    needs: 'reports.money',
    charts: 'money',
    columns: {
      zNumber: 'number',
      till: 'text',
      person: 'text',
      opened: 'instant',
      closed: 'instant',
      tender: 'text',
      expected: 'money',
      counted: 'money',
      difference: 'money',
      banked: 'money',
      reason: 'text',
      venue: 'text',
    },
  },
  absences: {
    needs: 'reports.people',
    charts: 'count',
    columns: {
      person: 'text',
      reference: 'text',
      day: 'text',
      session: 'text',
      kind: 'text',
      penalty: 'money',
      state: 'text',
      venue: 'text',
    },
  },
  members: {
    needs: 'reports.activity',
    charts: 'count',
    columns: {
      month: 'text',
      plan: 'text',
      venue: 'text',
      active: 'count',
      joined: 'count',
      ended: 'count',
      frozen: 'count',
      failed: 'count',
      income: 'money',
      monthsStayed: 'months',
    },
  },
  refunds: {
    needs: 'reports.money',
    charts: 'money',
    columns: {
      at: 'instant',
      person: 'text',
      order: 'text',
      amount: 'money',
      to: 'text',
      reason: 'text',
      beyondTerms: 'flag',
      venue: 'text',
    },
  },
  demand: {
    needs: 'reports.activity',
    charts: 'count',
    columns: {
      week: 'text',
      activity: 'text',
      session: 'text',
      waited: 'count',
      placed: 'count',
      unmet: 'count',
      venue: 'text',
    },
  },
  journal: {
    needs: 'reports.money',
    charts: 'money',
    columns: {
      date: 'text',
      journal: 'text',
      nominalCode: 'text',
      description: 'text',
      debit: 'money',
      credit: 'money',
      vatCode: 'text',
      vat: 'money',
    },
  },
  concessions: {
    needs: 'reports.activity',
    charts: 'money',
    columns: {
      month: 'text',
      rule: 'text',
      places: 'count',
      fullPrice: 'money',
      given: 'money',
      district: 'text',
    },
  },
  hirers: {
    needs: 'reports.activity',
    charts: 'hours',
    columns: {
      hirer: 'text',
      hours: 'hours',
      sessions: 'count',
      activity: 'text',
      venue: 'text',
      invoiced: 'money',
      paid: 'money',
      due30: 'money',
      due60: 'money',
      due90: 'money',
    },
  },
} as const satisfies Record<string, ReportType>

export type ReportId = keyof typeof reportTypes
export const reportIds = Object.keys(reportTypes) as ReportId[]

/** How `fullness` adds sessions up; `each`: not at all. */
export const groupings = ['activity', 'class', 'instructor', 'hour', 'each'] as const
export type Grouping = (typeof groupings)[number]

/** Which day income belongs to: that of the session, or that of the payment. */
export const incomeBases = ['session', 'cash'] as const

export const comparisons = ['none', 'before', 'year'] as const
export type Comparison = (typeof comparisons)[number]

export const scheduleIntervals = ['day', 'week', 'month'] as const
export type ScheduleInterval = (typeof scheduleIntervals)[number]

/** Why a file could not be made: it has too many rows, takes too long, or something went wrong. */
export const reportFileProblems = ['too_large', 'too_slow', 'fault'] as const
export type ReportFileProblem = (typeof reportFileProblems)[number]

/** Kinds of columns whose rows are added up. */
export const summedKinds: ReadonlySet<CellKind> = new Set(['count', 'money', 'hours'])

/** The most rows that a screen shows of a report. */
export const mostRowsOnScreen = 500

/** The longest period of a report, in days. */
export const longestReportDays = 400
