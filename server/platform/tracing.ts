import { SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api'
import type { Attributes } from '@opentelemetry/api'
import type { PostgresPoolClient } from 'kysely'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'

/*
 * Traces of requests and jobs with their statements and the calls to other companies, in OpenTelemetry's terms. Without
 * a collector nothing is recorded. Attributes name patterns and codes, never a person: statements are sent without
 * their parameters.
 */

/**
 * Sends traces to a collector from now on.
 * @param collector address of its OTLP receiver over HTTP, `http://collector:4318`
 * @param share of the requests and jobs that are traced, 0 to 1
 * @returns `stop`, which sends what is left
 */
export const startTracing = async (collector: string, share: number): Promise<() => Promise<void>> => {
  // Loaded only when there is a collector.
  const [{ BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }, otlp, hooks] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
    ])
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const url = `${collector.replace(/\/$/, '')}/v1/traces`
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'onside' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new otlp.OTLPTraceExporter({ url }) })],
  })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    await provider.shutdown()
    trace.disable()
    context.disable()
  }
}

type Kind = { kind: SpanKind; attributes?: Attributes }

/** Runs work as a span, which ends with it; its failure is the span's. */
const inSpan = <T>(name: string, kind: Kind, work: () => T): T =>
  trace.getTracer('onside').startActiveSpan(name, kind, (span) => {
    const fail = (error: unknown): never => {
      span.setStatus({ code: SpanStatusCode.ERROR })
      if (error instanceof Error) span.setAttribute('error.type', error.name)
      throw error
    }
    let result: T
    try {
      result = work()
    } catch (error) {
      span.end()
      return fail(error)
    }
    if (result instanceof Promise) return result.catch(fail).finally(() => span.end()) as T
    span.end()
    return result
  })

export const traceJob = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  inSpan(name, { kind: SpanKind.INTERNAL }, work)

export const traceRequests: MiddlewareHandler = (c, next) =>
  inSpan(c.req.method, { kind: SpanKind.SERVER }, async () => {
    await next()
    const span = trace.getActiveSpan()
    const route = routePath(c)
    span?.updateName(`${c.req.method} ${route}`)
    span?.setAttributes({
      'http.request.method': c.req.method,
      'http.route': route,
      'http.response.status_code': c.res.status,
      'onside.request_id': c.res.headers.get('x-request-id') ?? '',
    })
    if (c.res.status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
  })

/** A connection whose statements are spans of the request or job that sends them; idle polls are not traced. */
export const traceStatements = (client: PostgresPoolClient): PostgresPoolClient => {
  const query = client.query.bind(client) as (text: string, values?: readonly unknown[]) => Promise<unknown>
  const traced = (text: string, values?: readonly unknown[]) =>
    trace.getActiveSpan() === undefined
      ? query(text, values)
      : inSpan(
          operationOf(text),
          {
            kind: SpanKind.CLIENT,
            attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2000) },
          },
          () => query(text, values),
        )
  return { query: traced as PostgresPoolClient['query'], release: () => client.release() }
}

/** `select`, `insert` …: the name of a span must have few values. */
const operationOf = (text: string): string => /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'

/** Another company's port, each call of which is a span. */
export const traceProvider = <Port extends object>(name: string, port: Port): Port =>
  new Proxy(port, {
    get: (target, key, receiver) => {
      const value: unknown = Reflect.get(target, key, receiver)
      if (typeof value !== 'function' || typeof key !== 'string') return value
      return (...args: unknown[]) => {
        if (trace.getActiveSpan() === undefined) return value.apply(target, args) as unknown
        return inSpan(`${name} ${key}`, { kind: SpanKind.CLIENT }, () => value.apply(target, args) as unknown)
      }
    },
  })
