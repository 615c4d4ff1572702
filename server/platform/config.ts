import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A list written with commas: `a, b` to `['a', 'b']`. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

const origin = z.url().transform((text) => new URL(text).origin)

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Where the sites stand below their host: `/` or `/book`. */
  BASE_PATH: z
    .string()
    .default('/')
    .transform((text) => `/${text.split('/').filter(Boolean).join('/')}`),
  /** Connections served at a time; further ones are closed. */
  MAX_CONNECTIONS: z.coerce.number().int().min(10).default(5000),
  DATABASE_URL: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  /** `transaction` behind a pooler, such as pgbouncer, that lends a connection for one transaction at a time. */
  DATABASE_POOLING: z.enum(['session', 'transaction']).default('session'),
  /** The embedded database, uploads and other things kept on disk. */
  DATA_DIR: z.string().default('./var'),
  /** Serves /metrics for Prometheus on this port and address; unset, it is not served. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Where traces are sent, an OTLP receiver over HTTP such as `http://collector:4318`, and the share that is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Addresses of the sites; the defaults are made from PORT below. */
  SITE_BOOKINGS: origin.optional(),
  SITE_ACCOUNT: origin.optional(),
  SITE_JOIN: origin.optional(),
  SITE_DESK: origin.optional(),
  /** Further origins that serve the sites, such as a plain host name during a move. */
  EXTRA_ORIGINS: list,
  /** Behind a proxy that sets `X-Forwarded-For`, how many such proxies there are. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Lets script read and send the login token (wire §1.3). */
  BEARER_TOKEN_ENABLED: z.stringbool().default(false),
  /** What people without a proved address may hold: each, and together from one network (a household, a school). */
  VISITOR_ITEMS: z.coerce.number().int().min(1).default(12),
  VISITOR_PLACES: z.coerce.number().int().min(1).default(40),
  NETWORK_ITEMS: z.coerce.number().int().min(1).default(40),
  NETWORK_PLACES: z.coerce.number().int().min(1).default(160),
  /** How often they may add to a basket in a minute. */
  VISITOR_ADDS: z.coerce.number().int().min(1).default(30),
  NETWORK_ADDS: z.coerce.number().int().min(1).default(120),
  /** How long their places are held where places run out. */
  SHORT_HOLD_SECONDS: z.coerce.number().int().min(60).max(3600).default(300),
  /** How long one network may hold each place of an occurrence in two hours without booking it, in seconds. */
  PLACE_SECONDS: z.coerce.number().int().min(600).default(1800),
  /** How long personal data is stored; see server/privacy/retention. */
  RETAIN_BASKET_DAYS: z.coerce.number().int().min(2).default(30),
  RETAIN_VISITOR_CONTACT_DAYS: z.coerce.number().int().min(1).default(365),
  RETAIN_MESSAGE_DAYS: z.coerce.number().int().min(30).default(365),
  RETAIN_PARTNER_ANSWER_DAYS: z.coerce.number().int().min(7).default(90),
  RETAIN_AUDIT_DAYS: z.coerce.number().int().min(30).default(1095),
  RETAIN_ORDER_YEARS: z.coerce.number().int().min(1).default(7),
  CARDS: z.enum(['demo', 'stripe']).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Where Stripe's API is, when it is not Stripe's own address. */
  STRIPE_API_URL: z.url().optional(),
  /** What loads an analytics container, with `?id=`; asked for only once somebody has agreed. */
  ANALYTICS_SCRIPT_URL: z.url().default('https://www.googletagmanager.com/gtm.js'),
  /** Where else containers may fetch from and send to. */
  ANALYTICS_ORIGINS: z.string().default('https://*.google-analytics.com'),
  /** Who finds towns and postcodes: our own table, or a service that speaks as Nominatim or Mapbox does. */
  MAPS: z.enum(['table', 'nominatim', 'mapbox']).default('table'),
  /** Where that service is: `https://nominatim.example`. */
  MAPS_URL: z.url().optional(),
  MAPS_TOKEN: z.string().optional(),
  /** Pictures of the map, `https://tiles.example/{z}/{x}/{y}.png`; without it a plain outline is drawn. */
  MAP_TILES_URL: z
    .string()
    .regex(/^https?:\/\/.+\{z\}.+/, 'must be an address with {z}, {x} and {y}')
    .optional(),
  /** Whom to thank for them, shown on the map. */
  MAP_ATTRIBUTION: z.string().default(''),
  /** `smtp://user:password@host:port`; without it messages stay in the outbox. */
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Onside <bookings@onside.example>'),
  /** Offers the outbox at /dev/mail to other machines. Unset and without SMTP_URL it is offered on this machine. */
  DEV_PAGES: z.stringbool().optional(),
  /** Lets tests of the Open Booking API make and cancel sessions. Never in production. */
  OPEN_BOOKING_TEST_INTERFACE: z.stringbool().default(false),
  /** The file of an RSA private key (PEM) that ID tokens for booking partners are signed with; unset, the database has one. */
  OPENID_SIGNING_KEY: z.string().optional(),
  /** Apple Wallet: the pass type and team, and the files of Apple's intermediate, the pass type's certificate and key (PEM). */
  APPLE_PASS_TYPE: z.string().optional(),
  APPLE_PASS_TEAM: z.string().optional(),
  APPLE_PASS_AUTHORITY: z.string().optional(),
  APPLE_PASS_CERTIFICATE: z.string().optional(),
  APPLE_PASS_KEY: z.string().optional(),
  /** Google Wallet: the issuer, its service account and the file of the account's key (PEM). */
  GOOGLE_WALLET_ISSUER: z.string().optional(),
  GOOGLE_WALLET_ACCOUNT: z.string().optional(),
  GOOGLE_WALLET_KEY: z.string().optional(),
  /** A bucket for the files people send; without it they lie in DATA_DIR. */
  S3_BUCKET: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Files of the operator to load into an empty database. */
  OPERATOR_FILES: z.string().default('demo'),
})

export type Config = {
  environment: 'development' | 'test' | 'production'
  host: string
  port: number
  basePath: string
  maxConnections: number
  databaseUrl: string | undefined
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
  bearerTokenEnabled: boolean
  /** What people without a proved address may hold; see server/baskets/limits. */
  visitorLimits: {
    visitorItems: number
    visitorPlaces: number
    networkItems: number
    networkPlaces: number
    visitorAdds: number
    networkAdds: number
    shortHoldSeconds: number
    placeSeconds: number
  }
  retention: {
    basketDays: number
    visitorContactDays: number
    messageDays: number
    partnerAnswerDays: number
    auditDays: number
    orderYears: number
  }
  cards: 'demo' | 'stripe'
  /** Where the demo's cards would be mistaken for real ones. */
  demoCards: 'allowed' | 'warned' | 'refused'
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiUrl: string | undefined }
  analytics: { scriptUrl: string; origins: string[] }
  maps: {
    service: 'table' | 'nominatim' | 'mapbox'
    url: string
    token: string
    tileUrl: string | undefined
    attribution: string
  }
  smtpUrl: string | undefined
  mailFrom: string
  devPages: 'everybody' | 'this machine' | 'nobody'
  openBookingTestInterface: boolean
  openIdSigningKey: string | undefined
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

/** The settings, checked. Throws one sentence for each that cannot be used. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  // An empty variable is a variable not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`These settings cannot be used:\n${lines.join('\n')}`)
  }
  const s = parsed.data
  const local = (site: string) => `http://${site}.onside.localhost:${s.PORT}`
  if (s.CARDS === 'stripe' && !(s.STRIPE_SECRET_KEY && s.STRIPE_PUBLISHABLE_KEY && s.STRIPE_WEBHOOK_SECRET)) {
    throw new Error('CARDS=stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.')
  }
  if (s.OPEN_BOOKING_TEST_INTERFACE && s.NODE_ENV === 'production') {
    throw new Error('OPEN_BOOKING_TEST_INTERFACE is for tests: it is refused in production.')
  }
  if (s.MAPS !== 'table' && s.MAPS_URL === undefined) throw new Error(`MAPS=${s.MAPS} needs MAPS_URL.`)
  return {
    environment: s.NODE_ENV,
    host: s.HOST,
    port: s.PORT,
    basePath: s.BASE_PATH,
    maxConnections: s.MAX_CONNECTIONS,
    databaseUrl: s.DATABASE_URL,
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
    bearerTokenEnabled: s.BEARER_TOKEN_ENABLED || s.NODE_ENV === 'development',
    visitorLimits: {
      visitorItems: s.VISITOR_ITEMS,
      visitorPlaces: s.VISITOR_PLACES,
      networkItems: s.NETWORK_ITEMS,
      networkPlaces: s.NETWORK_PLACES,
      visitorAdds: s.VISITOR_ADDS,
      networkAdds: s.NETWORK_ADDS,
      shortHoldSeconds: s.SHORT_HOLD_SECONDS,
      placeSeconds: s.PLACE_SECONDS,
    },
    retention: {
      basketDays: s.RETAIN_BASKET_DAYS,
      visitorContactDays: s.RETAIN_VISITOR_CONTACT_DAYS,
      messageDays: s.RETAIN_MESSAGE_DAYS,
      partnerAnswerDays: s.RETAIN_PARTNER_ANSWER_DAYS,
      auditDays: s.RETAIN_AUDIT_DAYS,
      orderYears: s.RETAIN_ORDER_YEARS,
    },
    cards: s.CARDS ?? 'demo',
    demoCards: demoCardsOf(s),
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
    smtpUrl: s.SMTP_URL,
    mailFrom: s.MAIL_FROM,
    devPages: devPagesOf(s.DEV_PAGES, s.SMTP_URL),
    openBookingTestInterface: s.OPEN_BOOKING_TEST_INTERFACE,
    openIdSigningKey:
      s.OPENID_SIGNING_KEY === undefined ? undefined : readFileSync(s.OPENID_SIGNING_KEY, 'utf8'),
    passes: passesOf(s),
    s3: bucketOf(s),
    operatorFiles: s.OPERATOR_FILES,
  }
}

const bucketOf = (s: z.output<typeof settings>): Config['s3'] => {
  if (s.S3_BUCKET === undefined) return null
  if (!s.S3_ACCESS_KEY_ID || !s.S3_SECRET_ACCESS_KEY)
    throw new Error('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return {
    bucket: s.S3_BUCKET.replace(/\/$/, ''),
    region: s.S3_REGION,
    accessKeyId: s.S3_ACCESS_KEY_ID,
    secretAccessKey: s.S3_SECRET_ACCESS_KEY,
  }
}

/** The wallets' settings: all of one wallet's or none. */
const passesOf = (s: z.output<typeof settings>): Config['passes'] => ({
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
    throw new Error(`All settings that begin with ${name} are needed.`)
  return values as { [K in keyof T]: string }
}

/**
 * Bookings paid with the demo's cards bring no money: a real database needs an explicit CARDS=demo, and a server that
 * others can reach warns at each start.
 */
const demoCardsOf = (s: z.output<typeof settings>): Config['demoCards'] => {
  if (s.CARDS === 'stripe' || s.NODE_ENV !== 'production') return 'allowed'
  if (s.CARDS === undefined && s.DATABASE_URL !== undefined) return 'refused'
  return s.SITE_BOOKINGS === undefined || isThisMachine(s.SITE_BOOKINGS) ? 'allowed' : 'warned'
}

const isThisMachine = (site: string): boolean =>
  /^(?:127(?:\.\d+){3}|\[::1\]|(?:[\w-]+\.)*localhost)$/.test(new URL(site).hostname)

const devPagesOf = (requested: boolean | undefined, smtpUrl: string | undefined): Config['devPages'] => {
  if (requested !== undefined) return requested ? 'everybody' : 'nobody'
  return smtpUrl === undefined ? 'this machine' : 'nobody'
}

/** The sites of the product, by the first label of their host. */
export const siteLabels: ReadonlySet<string> = new Set(['bookings', 'account', 'join', 'desk'])

/** The settings of this process. Nothing else reads the environment. */
export const configFromEnvironment = (): Config => readConfig(process.env)

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
