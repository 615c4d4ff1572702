/**
 * Keeps React working in a page that the visitor's browser translates. Translators replace text nodes by elements of
 * their own, which React does not know of: it would change text that is no longer on the page, and fail where it inserts
 * or removes beside it.
 *
 * Text that changes takes its place again and is translated anew, as the page's own script would find it.
 */
export const guardTranslation = (): void => {
  guardNodes()
  const observer = new MutationObserver(handle)
  handle(window.onsideEarlyReplacements?.() ?? [], observer)
  observer.observe(document, { childList: true, subtree: true })
}

/**
 * Puts the text in `element` back, and again whenever it is translated until the returned function is called: React
 * hydrates only what the server has sent.
 */
export const keepOriginal = (element: Element): (() => void) => {
  hydrating.add(element)
  for (const font of element.querySelectorAll('font')) {
    const original = originals.get(font)
    if (original) putBack(original)
  }
  return () => hydrating.delete(element)
}

const hydrating = new Set<Element>()

declare global {
  interface Window {
    /** Ends the recording of captureEarlyEvents.ts and returns what was removed from the page before. */
    onsideEarlyReplacements?: () => MutationRecord[]
  }
}

/** By what they replace; a node that is on the page again has none. */
const replacements = new WeakMap<Node, Node>()
/** The other way round. */
const originals = new WeakMap<Node, Node>()

const handle = (records: readonly MutationRecord[], observer: MutationObserver): void => {
  const inserted = new Set<Node | null>()
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') putBack(target)
    addedNodes.forEach((node) => {
      inserted.add(node)
      removeReplacement(node)
    })
    // Some insert beside the text first and then remove it.
    const replacement =
      addedNodes[0] ?? [previousSibling, nextSibling].find((node) => isFont(node) && inserted.has(node))
    if (!replacement) continue
    removedNodes.forEach((node) => {
      replacements.set(node, replacement)
      originals.set(replacement, node)
      // Also where it is no longer on the page.
      observer.observe(node, { characterData: true })
      if (isFont(replacement) && [...hydrating].some((element) => element.contains(target))) putBack(node)
    })
  }
}

const isFont = (node: Node | null): boolean => node?.nodeName === 'FONT'

/** Of a node that is on the page again, because React has moved it or it has been put back. */
const removeReplacement = (node: Node): void => {
  const replacement = replacements.get(node)
  replacements.delete(node)
  if (replacement && !replacement.contains(node)) (replacement as ChildNode).remove()
}

/** Puts replaced text on the page again. */
const putBack = (node: Node): void => {
  let current: Node | undefined = node
  while (current && !current.isConnected) current = replacements.get(current)
  if (current && current !== node) (current as ChildNode).replaceWith(node)
}

/** What stands for `node` among the children of `parent`: itself, what it is wrapped in, or what has replaced it. */
const childFor = (node: Node, parent: Node): Node | null => {
  let current: Node | null | undefined = node
  while (current && current.parentNode !== parent) current = current.parentNode ?? replacements.get(current)
  return current || null
}

const guardNodes = (): void => {
  // oxlint-disable-next-line typescript/unbound-method -- called on the node that they are called on below
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && childFor(before, this)) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    const child = childFor(node, this)
    if (child) removeChild.call(this, child)
    return node
  }
}
