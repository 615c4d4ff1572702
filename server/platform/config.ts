import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '#server/messages/languages.ts'
import { SetupError } from './errors.ts'
import { secretKeysFrom } from './secretKeys.ts'
import type { SecretKeys } from './secretKeys.ts'
import { settings } from './settings.ts'
import type { Settings } from './settings.ts'

/** What OPERATOR_FILES says where an empty database is set up in the browser. */
export const noOperatorFiles = 'none'

export type Config = {
  environment: 'development' | 'test' | 'production'
  host: string
  port: number
  basePath: string
  /** Those that the operator offers; the first is for whoever asks for none of them. */
  languages: [Language, ...Language[]]
  maxConnections: number
  databaseUrl: string | undefined
  rehearsalDatabaseUrl: string | undefined
  databasePool: number
  databasePooling: 'session' | 'transaction'
  dataDir: string
  logLevel: string
  /** Where /metrics is served; null: nowhere. */
  traces: { collector: string; share: number } | null
  metrics: { port: number; host: string } | null
  sites: { bookings: string; account: string; join: string; desk: string }
  extraOrigins: string[]
  trustedProxies: number
  /** Names besides `authToken` under which the login cookie is read. */
  authCookieAliases: string[]
  bearerTokenEnabled: boolean
  /** What people without a proved address may hold; see server/baskets/limits. */
  visitorLimits: {
    customerItems: number
    customerPlaces: number
    visitorItems: number
    visitorPlaces: number
    networkItems: number
    networkPlaces: number
    visitorAdds: number
    networkAdds: number
    shortHoldSeconds: number
    placeSeconds: number
    loginPlaceSeconds: number
    networkShare: number
  }
  retention: {
    basketDays: number
    visitorContactDays: number
    hirerContactDays: number
    messageDays: number
    partnerAnswerDays: number
    auditDays: number
    securityLogDays: number
    orderYears: number
    reportFileDays: number
  }
  /** What a report may take as an answer, and as a file that a job makes. */
  reports: { answer: ReadLimits; file: ReadLimits }
  cards: 'demo' | 'stripe'
  /** What is right for a trial and wrong where real people book. */
  demoCards: Exposure
  demoPasswords: Exposure
  unencryptedSecrets: Exposure
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiUrl: string | undefined }
  analytics: { scriptUrl: string; origins: string[] }
  maps: {
    service: 'table' | 'nominatim' | 'mapbox'
    url: string
    token: string
    tileUrl: string | undefined
    attribution: string
  }
  breachedPasswordsUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  devPages: 'everybody' | 'this machine' | 'nobody'
  openIdSigningKey: string | undefined
  secondFactorKeys: SecretKeys
  passes: {
    apple: {
      passTypeIdentifier: string
      teamIdentifier: string
      authority: string
      certificate: string
      key: string
    } | null
    google: { issuerId: string; account: string; key: string } | null
  }
  s3: { bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
  operatorFiles: string
}

/** How long the statements of a report may take, and how many rows it may have. */
export type ReadLimits = { seconds: number; rows: number }

/** The settings, checked. Throws one sentence for each that cannot be used. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  // An empty variable is a variable not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new SetupError(`These settings cannot be used:\n${lines.join('\n')}`)
  }
  const s = parsed.data
  const local = (site: string) => `http://${site}.onside.localhost:${s.PORT}`
  if (s.CARDS === 'stripe' && !(s.STRIPE_SECRET_KEY && s.STRIPE_PUBLISHABLE_KEY && s.STRIPE_WEBHOOK_SECRET)) {
    throw new SetupError(
      'CARDS=stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
    )
  }
  if (s.MAPS !== 'table' && s.MAPS_URL === undefined) throw new SetupError(`MAPS=${s.MAPS} needs MAPS_URL.`)
  return {
    environment: s.NODE_ENV,
    host: s.HOST,
    port: s.PORT,
    basePath: s.BASE_PATH,
    languages: s.LANGUAGES,
    maxConnections: s.MAX_CONNECTIONS,
    databaseUrl: s.DATABASE_URL,
    rehearsalDatabaseUrl: s.REHEARSAL_DATABASE_URL ?? s.DATABASE_URL,
    databasePool: s.DATABASE_POOL,
    databasePooling: s.DATABASE_POOLING,
    dataDir: path.resolve(s.DATA_DIR),
    logLevel: s.LOG_LEVEL,
    traces:
      s.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { collector: s.OTEL_EXPORTER_OTLP_ENDPOINT, share: s.OTEL_TRACES_SAMPLER_ARG },
    metrics: s.METRICS_PORT === undefined ? null : { port: s.METRICS_PORT, host: s.METRICS_HOST },
    sites: {
      bookings: s.SITE_BOOKINGS ?? local('bookings'),
      account: s.SITE_ACCOUNT ?? local('account'),
      join: s.SITE_JOIN ?? local('join'),
      desk: s.SITE_DESK ?? local('desk'),
    },
    extraOrigins: s.EXTRA_ORIGINS,
    trustedProxies: s.TRUSTED_PROXIES,
    authCookieAliases: s.AUTH_COOKIE_ALIASES,
    bearerTokenEnabled: s.BEARER_TOKEN_ENABLED || s.NODE_ENV === 'development',
    visitorLimits: {
      customerItems: s.CUSTOMER_ITEMS,
      customerPlaces: s.CUSTOMER_PLACES,
      visitorItems: s.VISITOR_ITEMS,
      visitorPlaces: s.VISITOR_PLACES,
      networkItems: s.NETWORK_ITEMS,
      networkPlaces: s.NETWORK_PLACES,
      visitorAdds: s.VISITOR_ADDS,
      networkAdds: s.NETWORK_ADDS,
      shortHoldSeconds: s.SHORT_HOLD_SECONDS,
      placeSeconds: s.PLACE_SECONDS,
      loginPlaceSeconds: s.LOGIN_PLACE_SECONDS,
      networkShare: s.NETWORK_SHARE / 100,
    },
    retention: {
      basketDays: s.RETAIN_BASKET_DAYS,
      visitorContactDays: s.RETAIN_VISITOR_CONTACT_DAYS,
      hirerContactDays: s.RETAIN_HIRER_CONTACT_DAYS,
      messageDays: s.RETAIN_MESSAGE_DAYS,
      partnerAnswerDays: s.RETAIN_PARTNER_ANSWER_DAYS,
      auditDays: s.RETAIN_AUDIT_DAYS,
      securityLogDays: s.RETAIN_SECURITY_LOG_DAYS,
      orderYears: s.RETAIN_ORDER_YEARS,
      reportFileDays: s.RETAIN_REPORT_FILE_DAYS,
    },
    reports: {
      answer: { seconds: s.REPORT_SECONDS, rows: s.REPORT_ROWS },
      file: { seconds: s.REPORT_FILE_SECONDS, rows: s.REPORT_FILE_ROWS },
    },
    cards: s.CARDS ?? 'demo',
    ...exposuresOf(s),
    stripe: {
      secretKey: s.STRIPE_SECRET_KEY ?? '',
      publishableKey: s.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: s.STRIPE_WEBHOOK_SECRET ?? '',
      apiUrl: s.STRIPE_API_URL,
    },
    analytics: {
      scriptUrl: s.ANALYTICS_SCRIPT_URL,
      origins: [
        new URL(s.ANALYTICS_SCRIPT_URL).origin,
        ...s.ANALYTICS_ORIGINS.split(/[ ,]+/).filter(Boolean),
      ],
    },
    maps: {
      service: s.MAPS,
      url: (s.MAPS_URL ?? '').replace(/\/$/, ''),
      token: s.MAPS_TOKEN ?? '',
      tileUrl: s.MAP_TILES_URL,
      attribution: s.MAP_ATTRIBUTION,
    },
    breachedPasswordsUrl: s.BREACHED_PASSWORDS_URL?.replace(/\/$/, ''),
    smtpUrl: s.SMTP_URL,
    mailFrom: s.MAIL_FROM,
    devPages: devPagesOf(s.DEV_PAGES, s.SMTP_URL),
    openIdSigningKey:
      s.OPENID_SIGNING_KEY === undefined ? undefined : readFileSync(s.OPENID_SIGNING_KEY, 'utf8'),
    secondFactorKeys: secretKeysFrom(unencrypted(s) ? [] : s.SECOND_FACTOR_KEYS),
    passes: passesOf(s),
    s3: bucketOf(s),
    operatorFiles: s.OPERATOR_FILES,
  }
}

const bucketOf = (s: Settings): Config['s3'] => {
  if (s.S3_BUCKET === undefined) return null
  if (!s.S3_ACCESS_KEY_ID || !s.S3_SECRET_ACCESS_KEY)
    throw new SetupError('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return {
    bucket: s.S3_BUCKET.replace(/\/$/, ''),
    region: s.S3_REGION,
    accessKeyId: s.S3_ACCESS_KEY_ID,
    secretAccessKey: s.S3_SECRET_ACCESS_KEY,
  }
}

/** The wallets' settings: all of one wallet's or none. */
const passesOf = (s: Settings): Config['passes'] => ({
  apple: allOrNone('APPLE_PASS_', {
    passTypeIdentifier: s.APPLE_PASS_TYPE,
    teamIdentifier: s.APPLE_PASS_TEAM,
    authority: contentOf(s.APPLE_PASS_AUTHORITY),
    certificate: contentOf(s.APPLE_PASS_CERTIFICATE),
    key: contentOf(s.APPLE_PASS_KEY),
  }),
  google: allOrNone('GOOGLE_WALLET_', {
    issuerId: s.GOOGLE_WALLET_ISSUER,
    account: s.GOOGLE_WALLET_ACCOUNT,
    key: contentOf(s.GOOGLE_WALLET_KEY),
  }),
})

const contentOf = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readFileSync(file, 'utf8')

const allOrNone = <T extends Record<string, string | undefined>>(
  name: string,
  values: T,
): { [K in keyof T]: string } | null => {
  const given = Object.values(values).filter((value) => value !== undefined)
  if (given.length === 0) return null
  if (given.length < Object.keys(values).length)
    throw new SetupError(`All settings that begin with ${name} are needed.`)
  return values as { [K in keyof T]: string }
}

const devPagesOf = (requested: boolean | undefined, smtpUrl: string | undefined): Config['devPages'] => {
  if (requested !== undefined) return requested ? 'everybody' : 'nobody'
  return smtpUrl === undefined ? 'this machine' : 'nobody'
}

/** The sites of the product, by the first label of their host. */
export const siteLabels: ReadonlySet<string> = new Set(['bookings', 'account', 'join', 'desk'])

/** The settings of this process. Nothing else reads the environment. */
export const configFromEnvironment = (): Config => readConfig(process.env)

/** What the programs of a rehearsal are given of the settings of this process: nothing that opens anything. */
const harmlessSettings: readonly string[] = [
  'PATH',
  'HOME',
  'TZ',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'PGSSLMODE',
  'PGSSLROOTCERT',
  'MAX_CONNECTIONS',
  'LANGUAGES',
  'CUSTOMER_ITEMS',
  'CUSTOMER_PLACES',
  'VISITOR_ITEMS',
  'VISITOR_PLACES',
  'NETWORK_ITEMS',
  'NETWORK_PLACES',
  'VISITOR_ADDS',
  'NETWORK_ADDS',
  'SHORT_HOLD_SECONDS',
  'PLACE_SECONDS',
  'LOGIN_PLACE_SECONDS',
  'NETWORK_SHARE',
]

/** The environment of a program that runs on a copy of the database. */
export const environmentOfRehearsal = (
  settingsOfIt: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    harmlessSettings.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  ),
  ...settingsOfIt,
})

/** The folder that holds package.json: migrations and built files are found from it, wherever the code runs. */
export const projectRoot = (): string => {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) {
    const above = path.dirname(folder)
    if (above === folder) throw new Error('No package.json above the running file.')
    folder = above
  }
  return folder
}

/*
 * Three things are right for a trial on one machine and wrong where real people book: cards of the demo, passwords that
 * stand in published files, and secrets stored unencrypted. A production server with a database of its own refuses to
 * start with them unless a setting names them; one that others can reach warns at every start.
 */

type Exposure = 'allowed' | 'warned' | 'refused'

const exposuresOf = (
  s: Settings,
): { demoCards: Exposure; demoPasswords: Exposure; unencryptedSecrets: Exposure } => {
  if (s.NODE_ENV !== 'production')
    return { demoCards: 'allowed', demoPasswords: 'allowed', unencryptedSecrets: 'allowed' }
  const hasDatabase = s.DATABASE_URL !== undefined
  const isPublic = isReachable(s)
  // Whoever chooses the demo's cards has said that this is a trial.
  const isTrial = s.CARDS === 'demo'
  const unlessChosen = (isChosen: boolean, isWarned: boolean): Exposure => {
    if (hasDatabase && !isChosen) return 'refused'
    return isWarned ? 'warned' : 'allowed'
  }
  return {
    demoCards: s.CARDS === 'stripe' ? 'allowed' : unlessChosen(isTrial, isPublic),
    demoPasswords:
      s.DEMO_PASSWORDS === false ? 'refused' : unlessChosen(s.DEMO_PASSWORDS ?? isTrial, isPublic),
    unencryptedSecrets:
      s.SECOND_FACTOR_KEYS.length > 0 && !unencrypted(s)
        ? 'allowed'
        : unlessChosen(unencrypted(s) || isTrial, isPublic || hasDatabase),
  }
}

/** Whether the settings choose to store the secrets of authenticator apps as they are. */
const unencrypted = ({ SECOND_FACTOR_KEYS: keys }: Settings): boolean =>
  keys.length === 1 && keys[0] === 'none'

/** Whether an address of the server is another than this machine's. */
const isReachable = (s: Settings): boolean =>
  [s.SITE_BOOKINGS, s.SITE_ACCOUNT, s.SITE_JOIN, s.SITE_DESK, ...s.EXTRA_ORIGINS].some(
    (site) => site !== undefined && !isThisMachine(site),
  )

const isThisMachine = (site: string): boolean =>
  URL.canParse(site) && /^(?:127(?:\.\d+){3}|\[::1\]|(?:[\w-]+\.)*localhost)$/.test(new URL(site).hostname)
