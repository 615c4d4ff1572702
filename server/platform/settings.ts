import { z } from 'zod'
import { languages } from '#server/messages/languages.ts'

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

/** The environment variables by name, with their defaults; server/platform/config.ts makes the configuration of them. */
export const settings = z.object({
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
  /** In which languages people may read: `en,cy`. The first is for those who ask for none of them. */
  LANGUAGES: z
    .string()
    .default('en')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.tuple([z.enum(languages)], z.enum(languages))),
  DATABASE_URL: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** `transaction` behind a pooler, such as pgbouncer, that lends a connection for one transaction at a time. */
  DATABASE_POOLING: z.enum(['session', 'transaction']).default('session'),
  /** Where rehearsals of a release make their copies; unset, on the server of DATABASE_URL. */
  REHEARSAL_DATABASE_URL: z.string().optional(),
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
  /** Further names of the login cookie that are read, as programs and other systems of the operator set it. */
  AUTH_COOKIE_ALIASES: list.pipe(z.array(z.string().regex(/^[\w-]+$/))),
  /** Lets script read and send the login token (wire §1.3). */
  BEARER_TOKEN_ENABLED: z.stringbool().default(false),
  /** What a customer with a proved address may hold. */
  CUSTOMER_ITEMS: z.coerce.number().int().min(1).default(30),
  CUSTOMER_PLACES: z.coerce.number().int().min(1).default(100),
  /**
   * What people without a proved address may hold: each, and together from one network (a household, a school). All of
   * an IPv6 /56 together may hold twice as much as one /64, all of a /48 four times.
   */
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
  /** How long all of them together may hold each place so, before a nearly full occurrence needs a log-in, in seconds. */
  LOGIN_PLACE_SECONDS: z.coerce.number().int().min(600).default(1800),
  /** Percent of a session, or of an activity's day at a venue, that one network without proved addresses may hold. */
  NETWORK_SHARE: z.coerce.number().min(1).max(100).default(33.4),
  /** How long personal data is stored; see server/privacy/retention. */
  RETAIN_BASKET_DAYS: z.coerce.number().int().min(2).default(30),
  RETAIN_VISITOR_CONTACT_DAYS: z.coerce.number().int().min(1).default(365),
  RETAIN_HIRER_CONTACT_DAYS: z.coerce.number().int().min(1).default(730),
  RETAIN_MESSAGE_DAYS: z.coerce.number().int().min(30).default(365),
  RETAIN_PARTNER_ANSWER_DAYS: z.coerce.number().int().min(7).default(90),
  RETAIN_AUDIT_DAYS: z.coerce.number().int().min(30).default(1095),
  RETAIN_SECURITY_LOG_DAYS: z.coerce.number().int().min(30).default(180),
  RETAIN_REPORT_FILE_DAYS: z.coerce.number().int().min(1).default(7),
  RETAIN_ORDER_YEARS: z.coerce.number().int().min(1).default(7),
  /** A report that takes longer, or has more rows, is made as a file by a job, which has limits of its own. */
  REPORT_SECONDS: z.coerce.number().min(0.1).max(25).default(10),
  REPORT_ROWS: z.coerce.number().int().min(1).default(50_000),
  REPORT_FILE_SECONDS: z.coerce.number().min(0.1).max(3600).default(300),
  REPORT_FILE_ROWS: z.coerce.number().int().min(1).default(200_000),
  CARDS: z.enum(['demo', 'stripe']).optional(),
  /** Whether people may log in with passwords that stand in the demo's files. */
  DEMO_PASSWORDS: z.stringbool().optional(),
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
  /** Answers as the range API of Have I Been Pwned; unset, chosen passwords are not looked up there. */
  BREACHED_PASSWORDS_URL: z.url().optional(),
  /** `smtp://user:password@host:port`; without it messages stay in the outbox. */
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Onside <bookings@onside.example>'),
  /** Offers the outbox at /dev/mail to other machines. Unset and without SMTP_URL it is offered on this machine. */
  DEV_PAGES: z.stringbool().optional(),
  /** The file of an RSA private key (PEM) that ID tokens for booking partners are signed with; unset, the database has one. */
  OPENID_SIGNING_KEY: z.string().optional(),
  /** What encrypts the secrets of authenticator apps: `2027:<32 bytes in base64>,2026:…`. The first encrypts; `none` does not. */
  SECOND_FACTOR_KEYS: list,
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
  /** Files of the operator to load into an empty database; `none`: it is set up in the browser. */
  OPERATOR_FILES: z.string().default('demo'),
})

export type Settings = z.output<typeof settings>
