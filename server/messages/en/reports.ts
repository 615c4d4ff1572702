export const endsBeforeStart = 'Choose a last day that is not before the first.'
export const tooLong = ({ days }: { days: number }) => `Choose at most ${days} days.`
export const tooLarge = 'This report is too large. Choose fewer days or fewer venues.'
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
export const mailTooLarge = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, your report is ready. It's too large for an e-mail.`
export const mailLink = 'Open the report'
