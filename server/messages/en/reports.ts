export const endsBeforeStart = 'Choose a last day that is not before the first.'
export const tooLong = ({ days }: { days: number }) => `Choose at most ${days} days.`
export const tooLarge =
  'This report is too large to show here. Choose fewer days or venues, or have it made as a file.'
export const tooManyFiles = 'Several files are being made. Wait until one of them is ready.'
export const noSuchStaff = 'Enter the address of a member of staff who can read this report.'

export const titles = {
  fullness: 'Places sold',
  income: 'Income by activity',
  vat: 'VAT',
  banking: 'Banking',
  absences: 'No-shows and late cancellations',
  members: 'Members',
  refunds: 'Refunds and waived penalties',
  demand: 'Demand not met',
  journal: 'Journal for the accountant',
  concessions: 'Concessions',
  hirers: 'Hirers',
}

// Mail
export const mailSubject = ({ title, from, until }: { title: string; from: string; until: string }) =>
  from === until ? `${title}: ${from}` : `${title}: ${from} to ${until}`
export const mailText = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, here is your report. It's attached as a file for your spreadsheet program.`
export const mailOfPeople = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, your report is ready. It names customers, so we don't send it by e-mail.`
export const fileGone = "This file isn't there. Have the report made again."
export const mailOfFile = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, the file of your report is ready.`
export const mailProblems = {
  too_large: ({ firstName }: { firstName: string }) =>
    `Hello ${firstName}, we couldn't make your report: it has too many rows. Choose fewer days or fewer venues.`,
  too_slow: ({ firstName }: { firstName: string }) =>
    `Hello ${firstName}, we couldn't make your report: it took too long. Choose fewer days or fewer venues.`,
  fault: ({ firstName }: { firstName: string }) =>
    `Hello ${firstName}, we couldn't make your report: something went wrong. Try again.`,
}
export const mailTooLarge = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, your report is ready. It's too large for an e-mail.`
export const mailLink = 'Open the report'
