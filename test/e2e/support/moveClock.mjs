/**
 * Moves the clock of this process or page forward: `new Date()`, `Date.now()` and when the page began.
 * @param {number} byMs
 */
export const moveClock = (byMs) => {
  const RealDate = Date
  const now = () => RealDate.now() + byMs
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + byMs })
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key, target)),
  })
}
