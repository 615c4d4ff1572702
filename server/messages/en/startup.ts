/** What the program prints while it starts, and when it has. */
export const steps = {
  database: 'Preparing the database …',
  files: "Loading the operator's files …",
  sites: 'Opening the sites …',
}
export const done = ({ seconds }: { seconds: string }) => `Done in ${seconds} s`
export const started = ({ seconds }: { seconds: string }) => `Started in ${seconds} s`
export const sites = (at: {
  bookings: string
  local: string
  account: string
  join: string
  desk: string
}) => [
  `  Onside is open   ${at.bookings}/   or ${at.local}/`,
  `  Account          ${at.account}/`,
  `  Joining          ${at.join}/`,
  `  Front desk       ${at.desk}/`,
  `  Kiosk            ${at.bookings}/?kiosk`,
  `  API              ${at.local}/api/docs`,
]
export const firstRun = ({ url }: { url: string }) => `  Set it up        ${url}   (nothing is here yet)`
export const outbox = ({ local, key }: { local: string; key: string }) =>
  `  Sent e-mail      ${local}/dev/mail?key=${key}   (works once)`
export const database = {
  embedded: '  Database         embedded (PGlite). Set DATABASE_URL to use PostgreSQL.',
  postgres: '  Database         PostgreSQL',
}
export const logIn = '  Log in as'
export const demoCards = '  Demo cards, with any future expiry date and any three digits'
export const portInUse = ({ port }: { port: number }) =>
  `Port ${port} is in use. Stop the program that uses it, or set PORT to another.`
export const languageNotBuilt = ({ language }: { language: string }) =>
  `LANGUAGES names ${language}, and the pages were built without it. Run "npm run build" with the same LANGUAGES.`
export const demoCardsRefused =
  'CARDS is not set. With DATABASE_URL set, choose CARDS=stripe, or CARDS=demo to take bookings without money.'
export const demoCardsWarning = 'CARDS=demo takes bookings without money.'
export const demoPasswordsRefused = ({ emails }: { emails: readonly string[] }) =>
  `These people have passwords that everyone can read in the operator's files: ${emails.join(', ')}. Take the passwords out of people.json and let them choose new ones with “Forgot your password?”, or set DEMO_PASSWORDS=true to let everyone log in as them.`
export const demoPasswordsWarning = ({ emails }: { emails: readonly string[] }) =>
  `Everyone can log in as ${emails.join(', ')}: their passwords are published with the operator's files.`
export const secondFactorKeysRefused =
  'SECOND_FACTOR_KEYS is not set. Set a key (name:base64 of 32 bytes), or SECOND_FACTOR_KEYS=none to store the secrets of authenticator apps unencrypted.'
export const secondFactorKeysWarning =
  'SECOND_FACTOR_KEYS is not set: the secrets of authenticator apps are stored unencrypted in the database.'
