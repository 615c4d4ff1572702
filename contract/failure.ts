/** The body of every answer that is not a success (wire §1.5). */
export type Failure = {
  status: number
  /** For machines: `full`, `not_found`, `logged_out` … */
  code: string
  /** For people; may be displayed unchanged. */
  message: string
  /** Field path to sentences; always there on 422. */
  errors?: Record<string, string[]>
  /** When a refused thing may be tried again. */
  availableAt?: string
  /** Of a card that was not authorised (wire §9). */
  transactionUuid?: string
  transactionStatus?: string
  error?: { message: string }
  secondStep?: SecondStep
}

/** How a log-in goes on whose password was right (`second_factor_required`, `second_factor_setup_required`). */
export type SecondStep = {
  /** Stands for the password in the next call, for ten minutes. */
  challenge: string
  methods: ('code' | 'passkey')[]
}

/** What any call may answer besides its own refusals (wire §1.5). */
export const generalFailures = {
  bad_request: 400,
  logged_out: 401,
  forbidden: 403,
  origin_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  busy: 409,
  in_progress: 409,
  too_large: 413,
  invalid: 422,
  idempotency_key_reused: 422,
  too_many: 429,
  failed: 500,
  maintenance: 503,
  unavailable: 503,
} as const

/** Programs in use read this text to tell that a date is not offered yet; no other message says "valid days". */
export const dateNotOffered = 'The date should be within the valid days you are able to view.'

/** Programs in use give up at this text; no other message says "full". */
export const alreadyFull = 'The session being booked is already full'
