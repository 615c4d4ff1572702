/** The page on which an empty database is given its operator. */
export const title = 'Set up Onside'
export const lead = 'Say who you are and where your first venue is. All else you add in Settings.'
export const groups = { operator: 'Your organisation', venue: 'Your first venue', person: 'You' }
export const personLead = 'You are the first administrator. Later you let colleagues in.'
export const fields = {
  operatorName: { label: 'Name', hint: 'As your customers know you: Town Leisure.' },
  legalName: { label: 'Legal name', hint: 'On receipts, if it is another: Town Leisure Trust Ltd.' },
  currencySymbol: { label: 'Currency', hint: "It can't be changed once you have taken money." },
  timezone: { label: 'Time zone', hint: 'Your timetable goes by its clocks.' },
  venueName: { label: 'Name of the venue', hint: 'Riverside Leisure Centre' },
  addressLineOne: { label: 'Street and number', hint: '' },
  town: { label: 'Town', hint: '' },
  postcode: { label: 'Postcode', hint: '' },
  firstName: { label: 'First name', hint: '' },
  lastName: { label: 'Last name', hint: '' },
  email: { label: 'E-mail address', hint: 'You log in with it.' },
  password: { label: 'Password', hint: 'At least 10 characters.' },
}
export const currencies = { '£': 'Pounds (£)', '€': 'Euros (€)', $: 'Dollars ($)' }
export const optional = '(optional)'
export const submit = 'Open the front desk'
export const summary = ({ count }: { count: number }) =>
  count === 1
    ? 'One thing is missing or wrong. It is marked below.'
    : `${count} things are missing or wrong. They are marked below.`
export const notSetUp = "This site isn't set up yet"
export const notSetUpHelp =
  'The link to the set-up page is in the text that the server printed when it started, at “Set it up”.'
export const wrongCode = "This link doesn't work"
export const wrongCodeHelp =
  'Use the link that the server printed when it was started last. Links are valid for seven days; start the server again to get a new one.'
export const apiNotSetUp = "This site isn't set up yet."
